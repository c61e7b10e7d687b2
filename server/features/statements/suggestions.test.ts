// What an open line may be, and finding what it is: whose account the payer typed, for what, and entries of other days.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bytesOf, csvOf } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LINES = "/api/statements/lines/";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let asha: TestMember;
let monthly: number;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-05-20T09:00:00+03:00" }));
  jane = await group.activeMember(books.chairperson, { RegNo: "R/004", username: "jane.doe" });
  asha = await group.activeMember(books.chairperson, { RegNo: "M034" });
  await books.contribute(jane, 40_000);
  await ask("POST", "/api/accounting/create_ledger_entry/", {
    type: "other_income",
    description: "A grant",
    amount_paid: 50_000,
    date: "2026-01-02",
  });
  ({ monthly_contribution: monthly } = await ask("GET", "/api/group/settings/"));
});
afterAll(() => group.close());

async function ask(method: string, path: string, body?: Json, by = books.treasurer): Promise<Json> {
  const answer = await group.api(method, path, { token: by.token, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

let accounts = 0;

/** The lines of an account with these movements, by their details: what was typed, or what is written beside it. */
async function linesOf(
  movements: readonly { day?: string; kes: number; typed?: string }[],
): Promise<Json[]> {
  accounts += 1;
  const { account } = await ask("POST", "/api/statements/accounts/", {
    name: `Account ${accounts}`,
    kind: "mpesa_paybill",
    number: `6001${accounts}`,
  });
  let balance = 1_000_000;
  const rows = movements.map(({ day = "05/03/2026", kes, typed = "" }, index) => {
    balance += kes;
    const receipt = `UC${String(accounts).padStart(3, "0")}${String(index).padStart(5, "A")}`;
    const [paidIn, paidOut] = kes > 0 ? [String(kes), "0.00"] : ["0.00", String(kes)];
    const details =
      kes > 0 ? `Pay Bill from 25470****111 - NOBODY **** KNOWN Acc. ${typed}` : "Business Payment";
    return [receipt, `${day} 09:00:00`, details, "Completed", paidIn, paidOut, String(balance)];
  });
  const heading =
    "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
  const { status, body } = await uploadStatement(group, {
    token: books.treasurer.token,
    file: bytesOf(csvOf([heading.split(","), ...rows])),
    fields: { account_id: String(account.id) },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const found = await ask("GET", `${LINES}?page=1&page_size=100&account_id=${account.id}`);
  return movements.map((_, index) =>
    found.lines.find(({ reference }: Json) => reference === rows[index]![0]),
  );
}

const suggested = (line: Json) =>
  line.suggestions.map(({ kind, member, reason }: Json) => [kind, member?.id ?? null, reason]);

const TYPED = "The payer typed this member's account";

test("a RegNo or username anywhere in what was typed suggests its member, and the words say what for", async () => {
  await books.lend(jane, 10_000);
  const lines = await linesOf([
    { kes: 777, typed: "M034 savings" },
    { kes: 777, typed: "mchango m034" },
    { kes: 777, typed: "R/004-mkopo" },
    { kes: 777, typed: "LOAN r 004" },
    { kes: 777, typed: "jane.doe loan akiba" },
    { kes: 777, typed: "R/004 faini" },
    { kes: monthly, typed: "M034" },
    { kes: 777, typed: "M034" },
    { kes: 777, typed: "R004" },
    { kes: 777, typed: "M034loan" },
  ]);
  expect(lines.map(suggested)).toEqual([
    [["contribution", asha.id, `${TYPED} and “savings”`]],
    [["contribution", asha.id, `${TYPED} and “mchango”`]],
    [["loan_payment", jane.id, `${TYPED} and “mkopo”`]],
    [["loan_payment", jane.id, `${TYPED} and “LOAN”`]],
    [
      ["contribution", jane.id, `${TYPED} and “akiba”`],
      ["loan_payment", jane.id, `${TYPED} and “loan”`],
    ],
    // Jane has no fine: what she could pay instead.
    [
      ["contribution", jane.id, TYPED],
      ["loan_payment", jane.id, `${TYPED}, and a loan of theirs is running`],
    ],
    [["contribution", asha.id, `${TYPED}, and the amount fits`]],
    [["contribution", asha.id, TYPED]],
    [
      ["contribution", jane.id, TYPED],
      ["loan_payment", jane.id, `${TYPED}, and a loan of theirs is running`],
    ],
    [],
  ]);
});

const expense = async (amount: number, date: string) => {
  const { entry } = await ask("POST", "/api/accounting/create_ledger_entry/", {
    type: "expense",
    category: "other_expense",
    description: "Chairs",
    amount,
    date,
  });
  return entry.id as number;
};

test("an entry of up to 31 days before or after is suggested when only one fits", async () => {
  const before = await expense(501, "2026-03-02");
  const after = await expense(502, "2026-05-03");
  await expense(503, "2026-03-01");
  await expense(504, "2026-03-20");
  await expense(504, "2026-04-20");
  const nearest = await expense(505, "2026-04-02");
  await expense(505, "2026-04-20");
  const lines = await linesOf([
    { day: "02/04/2026", kes: -501 },
    { day: "02/04/2026", kes: -502 },
    { day: "02/04/2026", kes: -503 },
    { day: "02/04/2026", kes: -504 },
    { day: "02/04/2026", kes: -505 },
  ]);
  expect(lines.map(({ suggestions }) => suggestions.map(({ id }: Json) => id))).toEqual([
    [before],
    [after],
    [],
    [],
    [nearest],
  ]);
});

test("an official finds what a line is among payments and entries of any day", async () => {
  const paid = await books.submitContribution(asha, 612);
  const { entry } = await ask("POST", "/api/accounting/create_ledger_entry/", {
    type: "expense",
    category: "other_expense",
    description: "Tent for the meeting",
    amount: 613,
    date: "2026-03-02",
  });
  const [inwards, outwards] = await linesOf([
    { day: "02/01/2026", kes: 612 },
    { day: "02/01/2026", kes: -613 },
  ]);
  const found = async (line: Json, search?: string) => {
    const query = search === undefined ? "" : `?search=${encodeURIComponent(search)}`;
    const { candidates } = await ask("GET", `${LINES}${line.id}/candidates/${query}`);
    return candidates.map(({ kind, id, amount, needs_reason: needs }: Json) => [
      kind,
      id,
      amount,
      needs ?? false,
    ]);
  };
  const contribution = ["contribution", paid, 612, false];
  const tent = ["entry", entry.id, -613, false];
  expect(await found(inwards)).toEqual([contribution]);
  expect(await found(outwards)).toEqual([tent]);
  for (const search of ["m034", "M034 612", "612", "612.00"])
    expect([search, await found(inwards, search)]).toEqual([search, [contribution]]);
  for (const search of ["tent", "meeting tent", "tent 613", "613"])
    expect([search, await found(outwards, search)]).toEqual([search, [tent]]);
  for (const search of ["m034 611", "nobody", "%", "_", "'", "\\", "tent 612"]) {
    expect([search, await found(inwards, search)]).toEqual([search, []]);
    expect([search, await found(outwards, search)]).toEqual([search, []]);
  }
  // Another amount is found by whose it is, and needs a reason.
  expect(await found(inwards, "r/004 40000")).toEqual([
    ["contribution", expect.any(Number), 40_000, true],
  ]);
  await ask("POST", `${LINES}${outwards.id}/match/`, { kind: "entry", id: entry.id });
  await ask("POST", `${LINES}${inwards.id}/match/`, { kind: "contribution", id: paid });
  expect([await found(inwards), await found(outwards)]).toEqual([[], []]);
  const asMember = await group.api("GET", `${LINES}${inwards.id}/candidates/`, {
    token: asha.token,
  });
  expect(asMember.status).toBe(403);
});
