// Tampers with what M-PESA itself said, as somebody with the database's password could.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmationOf } from "#demo/daraja/daraja-json.ts";
import { startLiveGroup, type LiveGroup } from "#tests/support/mpesa.ts";
import { runJobs } from "#tests/support/test-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { liveInvariants } from "./live-invariants.ts";
import { verifyBooks } from "./verify-books.ts";

let live: LiveGroup;

// A payment that was checked, one that became a contribution by its account, one that was denied, one that is told, and one with two amounts.
beforeAll(async () => {
  live = await startLiveGroup();
  await live.box.payBill({ amount: 500, account: "R/004" });
  await live.box.forge({ amount: 900, account: "R/004" });
  await live.settle();
  await live.group.activeMember(live.books.chairperson, { RegNo: "R/077" });
  await live.group.api("POST", "/api/group/settings/", {
    token: live.books.chairperson.token,
    body: { mpesa_record_by_account: true },
  });
  await live.box.payBill({ amount: 1_000, account: "R/077" });
  await live.settle();
  await runJobs(live.group);
  live.box.deliverResults(0);
  const paid = (await live.box.payBill({ amount: 700, account: "R/004" }))!;
  await live.settle();
  await live.box.post(live.box.registered.confirmation!, confirmationOf({ ...paid, amount: 800 }));
  await live.box.payBill({ amount: 600, account: "R/004" });
  await live.box.post(live.box.registered.confirmation!, { TransID: "x" });
  await live.settle();
});
afterAll(() => live.close());

test("as it was written it is sound", async () => {
  expect((await verifyBooks(live.group.db)).breaches).toEqual([]);
});

const line = (state: string) => `(SELECT min(id) FROM statement_lines WHERE live = '${state}')`;

test.each([
  [
    "a body of long ago that nobody reads",
    "UPDATE daraja_callbacks SET outcome = NULL, read_at = NULL, refusal = NULL, line_id = NULL, received_at = received_at - interval '2 hours' WHERE id = (SELECT min(id) FROM daraja_callbacks)",
    "posted-bodies-are-read",
  ],
  [
    "a body that became another line",
    `UPDATE daraja_callbacks SET line_id = ${line("denied")} WHERE line_id = ${line("checked")}`,
    "posted-bodies-are-read",
  ],
  [
    "another body",
    "UPDATE daraja_callbacks SET body = '{}' WHERE id = (SELECT min(id) FROM daraja_callbacks)",
    "posted-bodies-as-they-came",
  ],
  [
    "a body taken away",
    "DELETE FROM daraja_callbacks WHERE id = (SELECT min(id) FROM daraja_callbacks WHERE outcome = 'line')",
    "posted-bodies-as-they-came",
  ],
  [
    "a told line that is confirmed",
    `UPDATE statement_lines SET live = 'checked' WHERE id = ${line("told")}`,
    "live-lines-as-said",
  ],
  [
    "a denied line that is told",
    `UPDATE statement_lines SET live = 'told' WHERE id = ${line("denied")}`,
    "live-lines-as-said",
  ],
  [
    "another moment",
    `UPDATE live_lines SET checked_at = checked_at - interval '1 day' WHERE checked_at IS NOT NULL`,
    "live-lines-as-said",
  ],
  [
    "what was said taken away",
    `DELETE FROM live_lines WHERE line_id = ${line("checked")}`,
    "live-lines-as-said",
  ],
  [
    "a contradiction forgotten",
    "UPDATE live_lines SET contradicted_at = NULL WHERE contradicted_at IS NOT NULL",
    "live-lines-as-said",
  ],
  [
    "a told line that proves",
    `UPDATE statement_lines SET is_proved = true WHERE id = ${line("told")}`,
    "told-lines-prove-nothing",
  ],
  [
    "a line of no statement that counts in the reconciliation",
    `UPDATE statement_lines SET live_only = false WHERE id = ${line("checked")}`,
    "lines-of-mpesa-alone",
  ],
  [
    "a line that statements are said to lack",
    `UPDATE live_lines SET lacking_at = checked_at WHERE line_id = ${line("checked")}`,
    "live-lines-as-said",
  ],
  [
    "a contribution that M-PESA is said not to have entered",
    "UPDATE live_lines SET payment_id = NULL WHERE payment_id IS NOT NULL",
    "recorded-by-account",
  ],
  [
    "a contribution of another amount than its line",
    "UPDATE payments SET amount_cents = amount_cents + 100 WHERE id IN (SELECT payment_id FROM live_lines)",
    "recorded-by-account",
  ],
  [
    "a receipt twice",
    `INSERT INTO statement_lines (account_id, identity, at, on_day, reference, details, kind, amount_cents, state, is_proved, live, live_only)
     SELECT account_id, sha256('twice'), at, on_day, reference, details, kind, amount_cents, state, is_proved, live, live_only FROM statement_lines WHERE id = ${line("checked")}`,
    "told-lines-prove-nothing",
  ],
])("%s is found", async (_what, statement, name) => {
  expect(await brokenBy(live.group.db, liveInvariants, statement)).toContain(name);
});
