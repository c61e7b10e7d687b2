import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PayingGroup, startPayingGroup } from "#tests/support/mpesa-payouts.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { invariants, verifyBooks } from "./verify-books.ts";

let paying: PayingGroup;

// Payout 1 was paid, 2 refused by M-PESA, 3 ended, 4 waits, 5 gave a payment back, 6 is unknown, 7 was refused by both
// offices, and 8 paid an exit with cents.
beforeAll(async () => {
  paying = await startPayingGroup({ members: 6 });
  const { box, group, books, settle } = paying;
  const propose = async () => {
    const { id, amount } = await paying.lent(1500);
    return (await paying.propose({ kind: "loan", id, amount_seen: amount })).body.payout.id;
  };
  await paying.agreed(await paying.lent(1500));
  await settle();
  box.next("b2c", { status: 500, body: { errorCode: "500.003.02" } });
  await paying.agreed(await paying.lent(1500));
  await settle();
  await paying.refuse(await propose(), books.secGen);
  await propose();
  await paying.givenBack(await paying.strayed(700));
  await settle();
  const late = await propose();
  const seventh = await propose();
  await paying.agreed(await paying.left(1500.37));
  await settle();
  box.deliverResults(0);
  box.next("b2c", "lost", "lost");
  for (const id of [late, seventh]) await paying.agree(id, 1500);
  await settle();
  group.clock.advanceMinutes(3 * 24 * 60);
  for (const by of [books.treasurer, books.secGen]) by.token = await group.signIn(by);
  await paying.refuse(seventh, books.treasurer);
  await paying.refuse(seventh, books.secGen);
});
afterAll(() => paying.close());

// Tampering begins with what stands in its way.
const withoutChecks = `DO $$ DECLARE c text; BEGIN
  FOR c IN SELECT conname FROM pg_constraint WHERE conrelid = 'mpesa_payouts'::regclass AND contype = 'c' LOOP
    EXECUTE format('ALTER TABLE mpesa_payouts DROP CONSTRAINT %I', c);
  END LOOP;
END $$`;

test("the books are sound before anybody tampers with them", async () => {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM mpesa_payouts ORDER BY id`.execute(paying.group.db);
  expect(rows.map(({ state }) => state)).toEqual([
    "paid",
    "refused",
    "ended",
    "proposed",
    "paid",
    "unknown",
    "refused",
    "paid",
  ]);
  expect((await verifyBooks(paying.group.db)).breaches).toEqual([]);
});

const set = (columns: string, id: number) => `UPDATE mpesa_payouts SET ${columns} WHERE id = ${id}`;
const AUDITED = "payouts-as-audited";
const ITEM = "payouts-of-their-item-once";
const LINE = "paid-payouts-have-their-line";
const RETURN = "returns-are-of-their-line";
const CENTS = "cents-of-payouts";
const ofCents = "(SELECT cents_entry_id FROM mpesa_payouts WHERE id = 8)";
/** The match of payout 1's line becomes that of a line of payout 5. */
const matchOf = (column: string) => `UPDATE statement_matches
    SET line_id = (SELECT ${column} FROM mpesa_payouts WHERE id = 5)
  WHERE line_id = (SELECT out_line_id FROM mpesa_payouts WHERE id = 1)`;

test.each([
  [AUDITED, set("phone = '+254700000001'", 4)],
  [AUDITED, set("amount_cents = amount_cents + 100", 4)],
  [AUDITED, set("reason = 'Another'", 4)],
  [AUDITED, set("kind = 'exit', loan_id = NULL, settlement_id = 2", 4)],
  [AUDITED, set("loan_id = 999", 4)],
  [AUDITED, set("entry_id = 1", 4)],
  [AUDITED, set("line_id = 1", 4)],
  [AUDITED, set("left_cents = 5", 4)],
  [AUDITED, set("member_id = 1", 4)],
  [AUDITED, set("proposed_by = 3", 4)],
  [AUDITED, set("proposed_office = 'Sec-Gen'", 3)],
  [AUDITED, set("proposed_at = proposed_at + interval '1 hour'", 4)],
  [AUDITED, set("agreed_by = 1", 1)],
  [AUDITED, set("agreed_office = 'Treasurer'", 1)],
  [AUDITED, set("agreed_at = agreed_at + interval '1 hour'", 1)],
  [AUDITED, set("conversation_id = 'another'", 6)],
  [AUDITED, set("state = 'refused', code = '1', decided_at = now()", 1)],
  [AUDITED, set("state = 'refused', code = '1', decided_at = now()", 6)],
  [AUDITED, set("state = 'paid', code = '0', decided_at = now()", 6)],
  [AUDITED, set("code = '17'", 2)],
  [
    AUDITED,
    set("state = 'sending', agreed_by = 3, agreed_office = 'Sec-Gen', agreed_at = now()", 4),
  ],
  [AUDITED, set("refused_because = 'Another'", 3)],
  [AUDITED, set("refusing_by = 1", 3)],
  [AUDITED, set("refused_by = 1", 7)],
  [AUDITED, set("refusing_office = 'Sec-Gen'", 7)],
  [AUDITED, set("receipt = 'UKA0000000'", 1)],
  [AUDITED, set("decided_at = decided_at + interval '1 hour'", 1)],
  [AUDITED, "DELETE FROM mpesa_payouts WHERE id = 4"],
  [ITEM, set("amount_cents = amount_cents + 100", 4)],
  [ITEM, set("member_id = 1", 4)],
  [ITEM, set("entry_id = (SELECT entry_id FROM mpesa_payouts WHERE id = 1)", 4)],
  [
    ITEM,
    `DROP INDEX mpesa_payouts_loan_once;${set("loan_id = (SELECT loan_id FROM mpesa_payouts WHERE id = 1)", 4)}`,
  ],
  [
    ITEM,
    `INSERT INTO daraja_requests (kind, subject_kind, subject_id, created_at, due_at) VALUES ('pay_out', 'payout', 4, now(), now())`,
  ],
  [
    ITEM,
    `INSERT INTO daraja_requests (kind, subject_kind, subject_id, created_at, due_at) VALUES ('pay_out', 'payout', 6, now(), now())`,
  ],
  [LINE, set("receipt = 'UKA0000000'", 1)],
  [LINE, set("receipt = NULL", 1)],
  [LINE, "UPDATE statement_lines SET amount_cents = amount_cents - 100"],
  [LINE, "UPDATE statement_matches SET entry_id = 1"],
  [CENTS, set("cents_entry_id = NULL", 8)],
  [CENTS, set("cents_entry_id = entry_id", 8)],
  [CENTS, set("left_cents = left_cents + 1", 8)],
  [CENTS, set("cents_entry_id = 1", 2)],
  [CENTS, `UPDATE entries SET author_id = 1 WHERE id = ${ofCents}`],
  [CENTS, `UPDATE entries SET recorded_at = recorded_at - interval '1 hour' WHERE id = ${ofCents}`],
  [CENTS, `UPDATE postings SET amount_cents = 2 * amount_cents WHERE entry_id = ${ofCents}`],
  [CENTS, `UPDATE statement_matches SET entry_id = 1 WHERE entry_id = ${ofCents}`],
  [
    CENTS,
    `UPDATE statement_matches SET undone_at = now(), undone_why = 'apart' WHERE entry_id = ${ofCents}`,
  ],
  [AUDITED, set("line_id = 999", 5)],
  [RETURN, set("line_id = 999", 5)],
  [RETURN, set("amount_cents = amount_cents + 100", 5)],
  [
    RETURN,
    "UPDATE statement_lines SET code = NULL, pair_id = NULL WHERE id = (SELECT out_line_id FROM mpesa_payouts WHERE id = 5)",
  ],
  [RETURN, matchOf("line_id")],
  [RETURN, matchOf("out_line_id")],
  ["payouts-are-guarded", "ALTER TABLE mpesa_payouts DISABLE TRIGGER mpesa_payouts_keep"],
  ["payouts-are-guarded", "DROP INDEX mpesa_payouts_settlement_once"],
])("%s sees %s", async (name, change) => {
  const wanted = invariants.filter((each) => each.name === name);
  expect(await brokenBy(paying.group.db, wanted, `${withoutChecks};${change}`)).toEqual([name]);
});
