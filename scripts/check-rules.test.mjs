import { expect, test } from "vitest";
import {
  findClocks,
  findForeignWrites,
  findLongDecisions,
  findMisplacedFunctions,
  findPaymentKinds,
  validateRules,
} from "./check-rules.mjs";

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

test("a screen that reads the device's clock is found", () => {
  const text = "const now = Date.now();\nconst day = new Date();\nconst at = new Date(moment);";
  expect(findClocks([{ path: "web/ui/day.ts", text }])).toHaveLength(2);
  for (const path of ["web/ui/clock.ts", "web/ui/day.test.ts", "server/app.ts"])
    expect(findClocks([{ path, text }])).toEqual([]);
});

test("a literal of a kind of payment is found, but not in its table, posting rules, the contract, migrations and tests", () => {
  const table = { path: "domain/payments/payment-kinds.ts", text: 'export const SHARE = "share";' };
  const find = (path, text) => findPaymentKinds([table, { path, text }]);
  expect(find("server/core/share.ts", `const a = 1;\nsql\`kind = 'share'\`; b("share");`)).toEqual(
    Array(2).fill(
      'server/core/share.ts:2: "share" is a kind of payment; domain/payments/payment-kinds.ts names it',
    ),
  );
  for (const path of [
    "domain/ledger/posting-rules.ts",
    "contract/shares.ts",
    "server/db/migrations/0001-shares.ts",
    "web/share.test.tsx",
  ])
    expect(find(path, 'kind: "share"')).toEqual([]);
  expect(find("web/share.tsx", "share: 1")).toEqual([]);
  expect(findPaymentKinds([])).toHaveLength(1);
});

const make = (name) => `CREATE OR REPLACE FUNCTION ${name}(typed text) RETURNS text`;

test("a function of the database is in one file of its folder, unless tables store what it computes", () => {
  const inFiles = (files) =>
    findMisplacedFunctions(
      Object.entries({ "schema.sql": make("folded"), ...files }).map(([name, text]) => ({
        path: `server/db/${name}`,
        text,
      })),
    );
  expect(inFiles({ "migrations/0341-one-sum.sql": make("plain") })).toEqual([]);
  expect(inFiles({ "migrations/0350-more.sql": make("folded") })).toEqual([]);
  expect(inFiles({ "migrations/0350-more.sql": make("plain") })).toEqual([
    "server/db/migrations/0350-more.sql: plain goes in server/db/functions, see its README",
  ]);
  expect(inFiles({ "functions/a.sql": make("plain"), "functions/b.sql": make("plain") })).toEqual([
    "server/db/functions/b.sql: plain is in server/db/functions/a.sql too",
  ]);
  expect(inFiles({ "functions/a.sql": make("folded") })).toEqual([
    "server/db/functions/a.sql: folded computes what a table stores, so a migration has it",
  ]);
});

const faultsOf = (path, text) =>
  findForeignWrites([
    {
      path: "server/db/owners.ts",
      text: '  payments: ["core/approvals"],\n  accounts: NOBODY,\n',
    },
    { path: "server/core/approvals/in/payments.ts", text: 'tx.insertInto("payments")' },
    { path, text },
  ]).faults;

test("a table is written from the folders that own it, in SQL and by the query builder", () => {
  const fines = "server/features/fines/fines.ts";
  for (const text of [
    "UPDATE payments p SET part = 1",
    "INSERT INTO payments (id)",
    "DELETE FROM payments",
    'tx.updateTable("payments as p")',
  ])
    expect(faultsOf(fines, text)).toEqual([
      `${fines}: writes payments, which is core/approvals's (server/db/owners.ts)`,
    ]);
  expect(faultsOf(fines, "INSERT INTO accounts (code)")).toHaveLength(1);
  expect(faultsOf(fines, "SELECT FROM payments FOR UPDATE")).toEqual([]);
  expect(faultsOf("server/features/fines/fines.test.ts", "DELETE FROM payments")).toEqual([]);
  expect(faultsOf("server/db/migrations/0001.sql", "DELETE FROM payments")).toEqual([]);
});

test("a folder that no longer writes a table is not listed for it", () => {
  const text = '  payments: ["core/approvals"],\n';
  expect(findForeignWrites([{ path: "server/db/owners.ts", text }]).faults).toEqual([
    "server/db/owners.ts: core/approvals no longer writes payments",
  ]);
});

test("a decision has its month, its standing and at most 500 words", () => {
  const path = "docs/decisions/099-a-thing.md";
  const decisionOf = (when, words) =>
    findLongDecisions([{ path, text: `# 99. A thing\n\n${when}\n\n${"| word ".repeat(words)}` }]);
  expect(decisionOf("November 2026. In force.", 490)).toEqual([]);
  expect(decisionOf("November 2026. In force.", 494)).toEqual([
    `${path}: has 501 words; 500 are enough`,
  ]);
  expect(decisionOf("2026-11-21. In force.", 1)).toEqual([
    `${path}:3: says neither the month nor whether it is in force`,
  ]);
});
