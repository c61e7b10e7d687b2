import { expect, test } from "vitest";
import { validateRules } from "./check-rules.mjs";

const pages = ["- **LOAN-1** A loan.\n- **LOAN-2** Another."];
const validate = (text, path = "domain/loans/loan.ts") => validateRules(pages, [{ path, text }]);

test("a cited rule that exists is no fault", () => {
  expect(validate("// The term (LOAN-1), and LOAN-2.")).toEqual({ rules: 2, cited: 2, faults: [] });
});

test("a cited rule that does not exist is named with its place", () => {
  expect(validate("// One.\n// Two (LOAN-3).").faults).toEqual([
    "domain/loans/loan.ts:2: LOAN-3 is no rule of docs/rules",
  ]);
});

const validateOpen = (text) => validateRules(["- **OPEN-1** A sheet."], [{ path: "a.ts", text }]);

test("an area of the pages is checked without being listed, and a range may end past its last rule", () => {
  expect(validateOpen("// OPEN-2 and the reference OPEN-0001.").faults).toEqual([
    "a.ts:1: OPEN-2 is no rule of docs/rules",
  ]);
  expect(validateOpen("// OPEN-1 to OPEN-9.").faults).toEqual([]);
});

test("an id that is defined twice is a fault", () => {
  expect(validateRules([...pages, "- **LOAN-1** Again."], []).faults).toEqual([
    "docs/rules: LOAN-1 occurs twice",
  ]);
});

test.each(["spec 9", "Contract 5", "safety 5.3"])(
  "a chapter of a page elsewhere (%s) is a fault",
  (cited) => {
    expect(validate(`// So says ${cited}.`).faults).toEqual([
      "domain/loans/loan.ts:1: cites a page that is not in docs/rules",
    ]);
  },
);
