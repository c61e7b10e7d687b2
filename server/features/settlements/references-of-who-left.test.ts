// EXIT-13: the bank's line finds a payout and a recovery by its reference, whichever of the two comes first.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { settlementInvariants } from "#server/verify/settlement-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { bytesOf, csvOf } from "#tests/support/statement-files.ts";
import { uploadStatement } from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let leaver: TestMember;
let debtor: TestMember;
/** KES that the leaver is paid: savings, and a share of the interest. */
let payout: number;

beforeEach(async () => {
  ({ group, books } = await startFoundedGroup({ startsAt: "2026-03-16T09:00:00+03:00" }));
  await books.contribute(books.treasurer, 20_000);
  leaver = await books.member();
  await books.contribute(leaver, 2_500);
  debtor = await books.member();
  await books.contribute(debtor, 1_000);
  await books.lend(debtor, 2_000);
  const preview = `/api/accounting/settlement_preview/?member=${leaver.id}`;
  payout = (await ask(preview)).body.amount_due;
});
afterEach(async () => {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(JSON.stringify(breaches));
});

const ask = (path: string, body?: Json, by = books.treasurer) =>
  group.api(body === undefined ? "GET" : "POST", path, { token: by.token, ...(body && { body }) });

const clear = (sent: Json) =>
  ask("/api/accounting/clear_member/", { member_id: leaver.id, ...sent });

async function exit(sent: Json = {}) {
  const { body } = await ask(`/api/accounting/settlement_preview/?member=${debtor.id}`);
  return ask("/api/accounting/exit_member/", { ...body, member_id: debtor.id, ...sent });
}

const recover = (kes: number, sent: Json = {}) =>
  ask("/api/accounting/baddebts/recover/", {
    member_id: debtor.id,
    recovered_amount: kes,
    ...sent,
  });

/** The lines of a new account; KES below 0 went out. */
async function upload(movements: readonly { reference: string; kes: number; day: string }[]) {
  const { body: made } = await ask("/api/statements/accounts/", {
    name: `Account ${movements[0]!.reference}`,
    kind: "mpesa_paybill",
    number: String(600_000 + movements.length),
  });
  let balance = 100_000;
  const rows = movements.map(({ reference, kes, day }) => {
    balance += kes;
    const [paidIn, paidOut] = kes > 0 ? [String(kes), "0.00"] : ["0.00", String(kes)];
    const details = kes > 0 ? "Pay Bill from 25470****111" : "Business Payment";
    return [reference, `${day} 09:00:00`, details, "Completed", paidIn, paidOut, String(balance)];
  });
  const heading =
    "Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)";
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file: bytesOf(csvOf([heading.split(","), ...rows])),
    fields: { account_id: String(made.account.id) },
  });
  expect([answer.status, answer.body.detail]).toEqual([201, expect.any(String)]);
}

/** The entry that each line is, by the line's reference; null while it is open. */
async function matched(): Promise<Record<string, number | null>> {
  const { rows } = await sql<{ reference: string; entry_id: number | null }>`
    SELECT l.reference, m.entry_id FROM statement_lines l
      LEFT JOIN statement_matches m ON m.line_id = l.id AND m.undone_at IS NULL`.execute(group.db);
  return Object.fromEntries(rows.map(({ reference, entry_id }) => [reference, entry_id]));
}

test("a line that comes after is the payout's and the recovery's, by reference and amount", async () => {
  const paid = await clear({
    payment_Reference_Code: "ucx-11 AAAAA".replace(" ", ""),
    payment_date: "2026-03-14",
  });
  expect(paid.status).toBe(200);
  expect(paid.body.settlement).toMatchObject({
    paid_out: payout,
    payment_Reference_Code: "UCX-11AAAAA",
    payment_date: "2026-03-14",
  });
  const { body: own } = await ask("/api/finances/transactions/?kind=settlement", undefined, leaver);
  expect(own.transactions).toMatchObject([
    {
      status: "paid_out",
      amount: payout,
      date: "2026-03-16",
      paid_on: "2026-03-14",
      payment_Reference_Code: "UCX-11AAAAA",
    },
  ]);
  expect((await exit()).status).toBe(200);
  const recovered = await recover(700, { payment_Reference_Code: "UCX22BBBBB" });
  expect(recovered.status).toBe(200);
  await upload([
    { reference: "UCX11AAAAA", kes: -payout, day: "14/03/2026" },
    { reference: "UCX22BBBBB", kes: 700, day: "16/03/2026" },
  ]);
  expect(await matched()).toEqual({
    UCX11AAAAA: paid.body.entry_id,
    UCX22BBBBB: recovered.body.entry_id,
  });
  const { body } = await ask("/api/accounting/entries/");
  const ofEntry = (id: number) => body.entries.find((entry: Json) => entry.id === id).reference;
  expect(ofEntry(paid.body.entry_id)).toBe("UCX-11AAAAA");
  expect(ofEntry(recovered.body.entry_id)).toBe("UCX22BBBBB");
});

test("a line that came before is matched at once, and only with the same amount", async () => {
  await upload([
    { reference: "UCX11AAAAA", kes: -payout, day: "14/03/2026" },
    { reference: "UCX22BBBBB", kes: 700, day: "16/03/2026" },
  ]);
  const paid = await clear({ payment_Reference_Code: "UCX11AAAAA" });
  expect(paid.status).toBe(200);
  await exit();
  expect((await recover(701, { payment_Reference_Code: "UCX22BBBBB" })).status).toBe(200);
  expect(await matched()).toEqual({ UCX11AAAAA: paid.body.entry_id, UCX22BBBBB: null });
});

test("without a reference the line of that day is suggested", async () => {
  const paid = await clear({ payment_date: "2026-03-10" });
  await upload([{ reference: "UCX33CCCCC", kes: -payout, day: "10/03/2026" }]);
  const { body } = await ask("/api/statements/lines/?page=1&page_size=10");
  expect(body.lines[0].suggestions).toMatchObject([{ kind: "entry", id: paid.body.entry_id }]);
});

test("a reference is on one payout or recovery, of a day that has been", async () => {
  const refused = async (sent: Json) => {
    const { status, body } = await recover(1, sent);
    return [status, Object.keys(body.errors ?? {})];
  };
  await exit();
  const reference = "UCX22BBBBB";
  expect((await recover(1, { payment_Reference_Code: reference })).status).toBe(200);
  expect(await refused({ payment_Reference_Code: "ucx22-bbbbb" })).toEqual([
    400,
    ["payment_Reference_Code"],
  ]);
  expect(await refused({ payment_Reference_Code: "x" })).toEqual([400, ["payment_Reference_Code"]]);
  expect(await refused({ payment_date: "2026-03-17" })).toEqual([400, ["payment_date"]]);
  expect(await refused({ payment_date: "2020-01-01" })).toEqual([400, ["payment_date"]]);
  expect(await refused({ payment_Reference_Code: "", payment_date: "" })).toEqual([200, []]);
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM bad_debt_recoveries`.execute(group.db);
  expect(rows[0]?.n).toBe(2n);
});

test("an exit that pays nothing out has no reference", async () => {
  const { status, body } = await exit({ payment_Reference_Code: "UCX11AAAAA" });
  expect([status, Object.keys(body.errors)]).toEqual([400, ["payment_Reference_Code"]]);
});

test.each([
  ["another reference", sql`UPDATE entry_references SET reference = reference || 'X'`],
  ["another day", sql`UPDATE entry_references SET paid_on = paid_on - 1`],
  ["none", sql`DELETE FROM entry_references`],
])("verify sees %s behind the application", async (_what, tamper) => {
  await clear({ payment_Reference_Code: "UCX11AAAAA", payment_date: "2026-03-14" });
  await exit();
  await recover(1, { payment_Reference_Code: "UCX22BBBBB" });
  // The changed rows are rolled back: the books hold after every test.
  const rolledBack = new Error("rolled back");
  const broken: string[] = [];
  const tampered = inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await tamper.execute(tx);
    for (const { name, sql: text } of settlementInvariants)
      if ((await sql.raw(text).execute(tx)).rows.length > 0) broken.push(name);
    throw rolledBack;
  });
  await expect(tampered).rejects.toBe(rolledBack);
  expect(broken).toEqual(["references-of-who-left-as-audited"]);
});
