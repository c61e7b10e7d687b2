import { expect, test } from "vitest";
import { findHastyTyping } from "./check-tests.mjs";

const find = (text, path = "e2e/a.spec.ts") => findHastyTyping([{ path, text }]);
const fault = "types before the focus is back; closeDialog waits for it";

test("typing right after a dialog was closed is found", () => {
  const escape = 'await page.keyboard.press("Escape");';
  const fill = 'await search.fill("");';
  expect(find(`\n${escape}\n${fill}`)).toEqual([`e2e/a.spec.ts:2: ${fault}`]);
  const close = 'await form.getByRole("button", { name: "Close" }).click();';
  expect(find(`${close}\nconst a = 1;\n${fill}`)).toEqual([`e2e/a.spec.ts:1: ${fault}`]);
  expect(find(`await closeDialog(page);\n${fill}`)).toEqual([]);
  expect(find(`${escape}\n${fill}`, "web/a.ts")).toEqual([]);
});
