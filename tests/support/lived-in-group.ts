// A group with a history: every kind of record that money and power leave, written through the application, sealed a
// day ago.
import { Secret, TOTP } from "otpauth";
import { sql } from "kysely";
import sharp from "sharp";
import { nairobiDate } from "#domain/calendar.ts";
import { noteLog } from "#server/core/clock/clock.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { settleText } from "#server/core/notices/sms/settle-text.ts";
import { inTransaction } from "#server/db/connection.ts";
import { markDefaults } from "#server/features/loans/loans.ts";
import { mailTreeHead } from "#server/jobs/task-list.ts";
import { checkBooksAndKeep } from "#server/verify/verify-runs.ts";
import { startFoundedGroup } from "./founded-group.ts";
import { liveOn } from "./lived-in-more.ts";
import { balancedBook, loanOfBook, memberOfBook, propose } from "./opening-books.ts";
import {
  type Json,
  runJobs,
  type ServerOptions,
  type TestGroup,
  type TestMember,
} from "./test-group.ts";
import { paidIn, paybillStatement, uploadStatement } from "./statements.ts";

/** From December 2025 to March 2026; the year 2025 is closed. */
export async function startLivedInGroup(options: Pick<ServerOptions, "offBy"> = {}) {
  const { group, books } = await startFoundedGroup({
    ...options,
    startsAt: "2025-12-10T09:00:00+03:00",
  });
  const { chairperson, treasurer, secGen } = books;
  const post = async (by: TestMember, path: string, body: unknown) => {
    const answer = await group.api("POST", path, { token: by.token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const entry = (body: object) => post(treasurer, "/api/accounting/create_ledger_entry/", body);

  const [saver, borrower, leaver, debtor, late] = [
    await books.member(),
    await books.member(),
    await books.member(),
    await books.member(),
    await books.member(),
  ];
  for (const member of [saver, borrower, treasurer]) await books.contribute(member, 20_000);
  await books.contribute(leaver, 1_000);
  await books.contribute(debtor, 2_000);
  await books.contribute(late, 2_000);
  await post(chairperson, "/api/group/settings/", { emergency_loan_term_months: 3 });
  await books.lend(late, 400, "emergency_loan");
  await entry({ type: "other_income", amount_paid: 500, description: "Chairs hired out" });
  await moveIn(group, { ...books, saver });

  group.clock.set("2026-03-16T09:00:00+03:00");
  for (const member of [chairperson, treasurer, secGen, saver, borrower, debtor, late])
    member.token = await group.signIn(member);
  await post(treasurer, "/api/accounting/close_year/", { year: 2025 });
  const now = group.clock.now();
  await inTransaction(group.db, (tx) => markDefaults(tx, { today: nairobiDate(now), now }));
  await books.lend(borrower, 10_000);
  const cleared = await books.lend(borrower, 1_000, "emergency_loan");
  await books.repay(borrower, cleared, 1_100);
  await books.repay(borrower, cleared - 1, 550);
  await books.applyForLoan(saver, 3_000);
  const rejected = await books.submitContribution(saver, 700);
  await post(treasurer, `/api/finances/monthly-contribution-approval/${rejected}/`, {
    action: "rejected",
    reject_reason: "Not on the statement",
  });
  const waiting = await books.submitContribution(saver, 800);
  await books.fine(saver, 300);
  await books.payFine(saver, 100);
  await books.fine(late, 50);
  await books.payFine(late, 50);

  await entry({ type: "expense", category: "server_expense", amount: 100, description: "Hosting" });
  const mistake = await entry({ type: "goodwill", amount: 50, description: "Goodwill" });
  await post(treasurer, `/api/accounting/reverse_entry/${mistake.entry.id}/`, {
    reason: "A mistake",
  });
  await entry({ type: "dividend_declaration", amount: 400, description: "Dividend" });
  await entry({ type: "dividend_payment", declaration_id: 1, amount: 150, description: "A part" });
  await entry({
    type: "equity_fixed_deposit",
    amount: 2_000,
    description: "Deposit",
    start_date: "2026-03-16",
    maturity_date: "2026-09-16",
  });
  const { rows: deposits } = await sql<{ id: number }>`
    SELECT id FROM fixed_deposits WHERE opening_id IS NULL`.execute(group.db);
  await entry({
    type: "redeem_fixed_deposit",
    deposit_id: deposits[0]?.id,
    amount: 500,
    interest_earned: 20,
    description: "A part of it",
  });

  await books.lend(debtor, 5_000);
  const seen = await group.api("GET", `/api/accounting/settlement_preview/?member=${debtor.id}`, {
    token: treasurer.token,
  });
  await post(treasurer, "/api/accounting/exit_member/", { ...seen.body, member_id: debtor.id });
  await post(treasurer, "/api/accounting/clear_member/", {
    member_id: leaver.id,
    payment_Reference_Code: "UCL11EAVER",
  });
  await post(treasurer, "/api/accounting/baddebts/recover/", {
    member_id: debtor.id,
    recovered_amount: 200,
    payment_Reference_Code: "UCR22ECOVR",
    payment_date: group.clock.now().toISOString(),
  });
  group.clock.advanceMinutes(1);
  await post(chairperson, "/api/group/settings/", {
    late_fine_amount: 150,
    second_person_above: 50,
  });
  await entry({
    type: "expense",
    category: "server_expense",
    amount: 60,
    description: "A year more",
  });

  await claimName(group, { chairperson, secGen, post });
  await matchByHand(group, treasurer, { payment: waiting, post });
  await changeAccount(group, saver, post);
  await post(borrower, "/api/user/password-reset/", { email: borrower.email });
  await post(secGen, "/api/fines/usual/", { fines: [{ name: "Absent", amount: 200 }] });
  await post(chairperson, `/api/user/assign_groups/${saver.id}/`, { role: "treasurer" });
  const unwanted = { reason: "Lives too far away" };
  await post(borrower, `/api/user/assign_groups/${saver.id}/object/`, unwanted);
  const seat = await post(chairperson, "/api/auditors/", { name: "Otieno & Partners", days: 30 });
  await post(chairperson, "/api/auditors/enter/", { token: seat.auditor.url.split("/").at(-1) });
  await runJobs(group);
  await sendTexts(group);
  await liveOn(group, { books, saver, heir: borrower, post });
  await sealADayAgo(group);
  await mailTreeHead(group.db, { now: group.clock.now(), publicUrl: "http://localhost:3000" });
  await checkBooksAndKeep(group.db, { now: group.clock.now, evidence: group.evidence });
  // After the check, so in no stored head.
  await books.contribute(saver, 900);
  await watchClock(group);
  await sealADayAgo(group);
  return { ...group, books, saver, borrower, leaver, debtor };
}

/** Sends the members' notices through a gateway that accepts each SMS. */
async function sendTexts(group: TestGroup): Promise<void> {
  const { db, clock } = group;
  const channels = { email: false, sms: true, push: false };
  while ((await dispatchNotices(db, { channels, now: clock.now() })) > 0);
  const claiming = { channel: "sms", claimer: "a server", most: 50, now: clock.now() } as const;
  for (const message of await claimMessages(db, claiming))
    await inTransaction(db, (tx) =>
      settleText(
        tx,
        { message, claimer: claiming.claimer, now: clock.now() },
        { is: "accepted", gatewayId: `ATXid_${message.id}`, costUnits: 8_000n },
      ),
    );
}

/**
 * The group's book up to November: a first sheet is refused, a second taken back, a third accepted and confirmed by
 * one member.
 */
async function moveIn(
  group: TestGroup,
  { treasurer, secGen, saver }: Record<"treasurer" | "secGen" | "saver", TestMember>,
): Promise<void> {
  const { rows } = await sql<{ reg_number: string }>`
    SELECT reg_number FROM members WHERE id = ${saver.id}`.execute(group.db);
  const days = { paidUpTo: "2025-11-01", lastPaidOn: "2025-11-20" };
  const bookOf = (savingsCents: bigint) =>
    balancedBook({
      members: [
        memberOfBook(0, { ...days, savingsCents, unpaidFinesCents: 50_000n }),
        memberOfBook(1, days),
        memberOfBook(2, { ...days, regNumber: rows[0]?.reg_number ?? "" }),
      ],
      loans: [loanOfBook(0, { givenOn: "2025-10-01", dueOn: "2026-10-01" })],
      history: [
        {
          row: 2,
          regNumber: "BOOK/002",
          month: "2025-10-01",
          amountCents: 100_000n,
          paidOn: "2025-10-31",
          reference: "QX12",
        },
      ],
    });
  const say = async (by: TestMember, path: string, body: object) => {
    const answer = await group.api("POST", `/api/opening/${path}`, { token: by.token, body });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  };
  const cutOver = { cutOver: "2025-11-30" };
  group.clock.advanceMinutes(1);
  const refused = await propose(group, treasurer, bookOf(1_900_000n), cutOver);
  await say(secGen, `${refused.openingId}/refuse/`, { reason: "Not our book" });
  const wrong = await propose(group, treasurer, bookOf(2_100_000n), cutOver);
  await say(secGen, `${wrong.openingId}/accept/`, { total_savings_seen: 61_000 });
  await say(treasurer, `${wrong.openingId}/take-back/`, { reason: "A wrong figure" });
  await say(secGen, `${wrong.openingId}/take-back/`, { reason: "So it is" });
  const right = await propose(group, treasurer, bookOf(2_000_000n), cutOver);
  await say(secGen, `${right.openingId}/accept/`, { total_savings_seen: 60_000 });
  await say(saver, "my-figures/", { answer: "yes" });
}

/** Somebody claims BOOK/001, of whom the book has neither phone nor email, and two officials confirm them. */
async function claimName(
  group: TestGroup,
  { chairperson, secGen, post }: Record<"chairperson" | "secGen", TestMember> & { post: Post },
): Promise<void> {
  const invited = { kind: "person", reg_number: "BOOK/001" };
  const { invitation } = await post(chairperson, "/api/user/invitations/", invited);
  const email = "claimant@example.com";
  const password = "ndizi mbivu 4 sana";
  await post(chairperson, "/api/user/signup/", {
    invitation: invitation.url.split("/").at(-1),
    email,
    phone: "0722300001",
    password,
    confirm_password: password,
  });
  await post(chairperson, "/api/user/activate/", {
    activation_token: await group.mailedToken(email, "activate"),
  });
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM members WHERE reg_number = 'BOOK/001'`.execute(group.db);
  for (const official of [chairperson, secGen])
    await post(official, `/api/user/confirm-claim/${rows[0]?.id}/`, {});
}

/** The Treasurer matches a contribution of KES 800 with a statement line of 750. */
async function matchByHand(
  group: TestGroup,
  treasurer: TestMember,
  { payment, post }: { payment: number; post: Post },
): Promise<void> {
  const { account } = await post(treasurer, "/api/statements/accounts/", {
    name: "Paybill",
    kind: "mpesa_paybill",
  });
  const file = paybillStatement({
    opening: 0n,
    movements: [paidIn("UB22AAAAAA", "2026-03-16 08:00:00", 750)],
    from: "2026-03-16",
    to: "2026-03-16",
  });
  const fields = { account_id: String(account.id) };
  const uploaded = await uploadStatement(group, { token: treasurer.token, file, fields });
  if (uploaded.status !== 201) throw new Error(JSON.stringify(uploaded.body));
  const { rows } = await sql<{ id: number }>`SELECT id FROM statement_lines`.execute(group.db);
  await post(treasurer, `/api/statements/lines/${rows[0]?.id}/match/`, {
    kind: "contribution",
    id: payment,
    reason: "50 came in cash",
  });
}

type Post = (by: TestMember, path: string, body: unknown) => Promise<Json>;

/** A photo, another phone and name, two-step sign-in, and a used recovery code. */
async function changeAccount(group: TestGroup, member: TestMember, post: Post): Promise<void> {
  const current_password = member.password;
  const form = new FormData();
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  form.append("photo", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
  await fetch(`${group.url}/api/user/photo/`, {
    method: "POST",
    headers: { Authorization: `Bearer ${member.token}` },
    body: form,
  });
  await post(member, "/api/user/profile/", { first_name: "Wambui" });
  const { secret } = await post(member, "/api/user/two-step/start/", { current_password });
  const code = new TOTP({ secret: Secret.fromBase32(secret ?? "") }).generate({
    timestamp: group.clock.now().getTime(),
  });
  const { recovery_codes: codes } = await post(member, "/api/user/two-step/confirm/", { code });
  const entered = await post(member, "/api/user/login", {
    email: member.email,
    password: member.password,
    code: codes?.[0],
  });
  member.token = entered["access"] ?? "";
}

/** A server began to look at the clock, which an operator had to accept once. */
async function watchClock(group: TestGroup): Promise<void> {
  await group.backTo(group.clock.now().toISOString());
  await noteLog(group.db);
}

/** As if the audit-chain writer had run yesterday, so that everything due is sealed. */
async function sealADayAgo(group: TestGroup): Promise<void> {
  const set = (statement: string) =>
    inTransaction(group.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
  await set(`UPDATE audit_entries e SET recorded_at = recorded_at - interval '1 day'
              WHERE NOT EXISTS (SELECT FROM audit_seals s WHERE s.audit_id = e.id)`);
  await sealAudit(group.db);
  await set(
    `UPDATE audit_seals SET sealed_at = sealed_at - interval '1 day' WHERE sealed_at > now() - interval '12 hours'`,
  );
  await set(
    `UPDATE log_leaves SET added_at = added_at - interval '1 day' WHERE added_at > now() - interval '12 hours'`,
  );
}
