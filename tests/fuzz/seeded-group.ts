// A group with somebody in every state and something of every kind, to be copied for each endpoint that is tried.
import { sql } from "kysely";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import type { Database } from "#server/db/connection.ts";
import { appointBookkeepers } from "#tests/support/bookkeeping.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup, type Json, type TestMember } from "#tests/support/test-group.ts";
import type { Known } from "./field-values.ts";

export const roles = [
  "nobody",
  "bad token",
  "pending",
  "rejected",
  "active",
  "dormant",
  "cleared",
  "exited in debt",
  "deactivated",
  "Chairperson",
  "Treasurer",
  "Sec-Gen",
] as const;

export type Role = (typeof roles)[number];

export type SeededGroup = {
  /** The database to copy; nobody is connected to it. */
  database: string;
  people: Readonly<Record<Role, TestMember | null>>;
  known: Known;
};

const MANAGE = "/api/user/admin_manage_user/";
const APPROVALS = "/api/finances/monthly-contribution-approval/";

export async function furnishGroup(): Promise<SeededGroup> {
  const connection = await createTestDatabase();
  const group = await startGroup({ connection });
  const books = await appointBookkeepers(group);
  const { chairperson, treasurer, secGen } = books;
  const must = async (by: TestMember, path: string, body: unknown): Promise<Json> => {
    const answer = await group.api("POST", path, { token: by.token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const post = (fields: Json) =>
    must(treasurer, "/api/accounting/create_ledger_entry/", {
      description: "Made before",
      ...fields,
    });
  const manage = (member: TestMember, action: string, more = {}) =>
    must(chairperson, `${MANAGE}${member.id}/`, { action, ...more });

  const active = await books.member();
  const spare = [await books.member(), await books.member(), await books.member()];
  const [borrower, payer, leaver] = spare as [TestMember, TestMember, TestMember];
  const [dormant, cleared, debtor, deactivated] = [
    await books.member(),
    await books.member(),
    await books.member(),
    await books.member(),
  ];
  const [pending, waiting, rejected] = [
    await group.pendingMember(),
    await group.pendingMember(),
    await group.pendingMember(),
  ];

  await books.contribute(treasurer, 60_000);
  for (const member of [active, borrower, leaver, dormant, cleared, debtor])
    await books.contribute(member, 6_000);
  const proposed = [await books.member(), await books.member(), await books.member()];
  for (const member of proposed) {
    await books.contribute(member, 1_000);
    await must(chairperson, `/api/user/assign_groups/${member.id}/`, { role: "sec-gen" });
  }
  const loans = [
    await books.lend(active, 3_000),
    await books.lend(borrower, 4_000),
    await books.lend(leaver, 1_000),
  ];
  const applications = [
    await books.applyForLoan(payer, 0.5).catch(() => 0),
    await books.applyForLoan(borrower, 500, "emergency_loan"),
  ];
  await books.lend(debtor, 9_000);
  const contributions = [];
  for (const member of [active, borrower, payer, pending])
    contributions.push(await books.submitContribution(member, 1_000));
  const repayments = [
    await books.submitRepayment(active, loans[0]!, 100),
    await books.submitRepayment(borrower, loans[1]!, 200),
  ];
  for (const member of [active, borrower, leaver]) await books.fine(member, 150);
  const finePayments = [];
  for (const [index, member] of [active, borrower].entries())
    finePayments.push(
      (
        await must(member, "/api/finances/pay-fine/", {
          amount_paid: 50,
          payment_Reference_Code: `FINE000${index}`,
        })
      ).fine_payment.payment_id,
    );

  const entries: Json[] = [
    await post({ type: "other_income", amount_paid: 500 }),
    await post({ type: "expense", category: "social_welfare", amount: 200 }),
  ];
  await post({ type: "dividend_declaration", amount: 300 });
  const soon = { start_date: "2026-01-01", maturity_date: "2026-12-31" };
  await post({ type: "equity_fixed_deposit", amount: 400, ...soon });

  const preview = async (member: TestMember): Promise<Json> =>
    (
      await group.api("GET", `/api/accounting/settlement_preview/?member=${member.id}`, {
        token: treasurer.token,
      })
    ).body;
  await must(treasurer, "/api/accounting/exit_member/", {
    ...(await preview(debtor)),
    member_id: debtor.id,
  });
  await must(treasurer, "/api/accounting/clear_member/", { member_id: cleared.id });
  await manage(dormant, "dormant");
  await manage(rejected, "reject", { reject_reason: "Not of this village" });
  await manage(deactivated, "deactivate");
  const figures = await preview(leaver);
  const ledger = (
    await group.api("GET", "/api/accounting/create_ledger_entry/", { token: treasurer.token })
  ).body;
  const signedUp = await group.signUp();

  const everybody = [
    active,
    ...spare,
    dormant,
    cleared,
    debtor,
    pending,
    waiting,
    rejected,
    chairperson,
    treasurer,
    secGen,
  ];
  const targets = [...spare, ...spare, waiting, waiting, rejected, ...everybody];
  const ids = targets.map(({ id }) => id);
  const { rows: sessions } = await sql<{ id: number }>`SELECT id FROM sessions`.execute(group.db);
  await sql`CREATE TABLE first_sessions AS SELECT * FROM sessions`.execute(group.db);
  const passwords = [active.password, "mtama mweupe 9 kilo"];
  const known = {
    [`${MANAGE}:id/`]: ids,
    "/api/user/deactivate_user/:id/": ids,
    "/api/user/assign_groups/:id/": [...spare, dormant].map(({ id }) => id),
    "/api/user/assign_groups/:id/agree/": proposed.map(({ id }) => id),
    "/api/user/assign_groups/:id/object/": proposed.map(({ id }) => id),
    "/api/user/remove_groups/:id/": [chairperson, treasurer, secGen].map(({ id }) => id),
    "/api/user/sessions/:id/": sessions.map(({ id }) => id),
    [`${APPROVALS}:id/`]: contributions,
    "/api/finances/loan-application-approval/:id/": applications,
    "/api/finances/loan-payment-approval/:id/": repayments,
    "/api/finances/fine-payment-approval/:id/": finePayments,
    "/api/finances/pay-loan/:id/": loans,
    "/api/accounting/reverse_entry/:id/": entries.map(({ entry }) => entry.id),
    "/api/accounting/exit_member/ member_id": [leaver.id],
    "/api/accounting/clear_member/ member_id": [leaver.id, payer.id, dormant.id, active.id],
    "/api/accounting/baddebts/recover/ member_id": [debtor.id],
    "/api/approvals/many/ items": [
      contributions.map((id) => ({ id, amount_seen: 1_000 })),
      [...repayments, ...finePayments].map((id) => ({ id, amount_seen: 50 })),
      [{ id: repayments[0], amount_seen: "100.00" }, { id: contributions[0] }],
    ],
    // Left out, or what one of the items is about.
    amount_seen: [undefined, undefined, 1_000, 500],
    recovered_amount: [1, 0.5, "20.25"],
    member: ids,
    actor: ids,
    member_id: ids,
    charged_user: targets.flatMap(({ id, username }) => [id, username]),
    declaration_id: ledger.declarations.map(({ id }: Json) => id),
    deposit_id: ledger.fixed_deposits.map(({ id }: Json) => id),
    interest_earned: [0, 5],
    non_cleared_loans: [figures.non_cleared_loans],
    total_contributions: [figures.total_contributions],
    overall_shared_interest: [figures.overall_shared_interest],
    actual_shared_interest: [figures.actual_shared_interest],
    activation_token: [await group.mailedToken(signedUp.email, "activate")],
    email: everybody.map(({ email }) => email),
    password: passwords,
    confirm_password: passwords,
    current_password: [active.password],
    new_password: [passwords[1]],
    confirm_new_password: [passwords[1]],
    contribution_month: ["2026-03-01", "2026-04-01"],
    payment_date: ["2026-03-15", "2026-03-16T08:00:00+03:00"],
    year: [2025, "2025", 2026],
    page: [1, 2],
    page_size: [5, 100],
  } satisfies Known;

  // Proofs have a log to speak of.
  await sealAudit(group.db);
  await group.close();
  return {
    database: connection.database,
    people: {
      nobody: null,
      "bad token": { ...active, token: `${active.token.slice(0, -2)}xx` },
      pending,
      rejected,
      active,
      dormant,
      cleared,
      "exited in debt": debtor,
      deactivated,
      Chairperson: chairperson,
      Treasurer: treasurer,
      "Sec-Gen": secGen,
    },
    known,
  };
}

/** Who everybody is: their status and office. Whoever is tried must stay what they are tried as. */
export async function describePeople(db: Database, { people }: SeededGroup): Promise<string> {
  const ids = Object.values(people).flatMap((person) => (person === null ? [] : [person.id]));
  const { rows } = await sql<{ people: string }>`
    SELECT string_agg(concat_ws(' ', id, status, is_active, office, exited_on, rejected_at), E'\n' ORDER BY id) AS people
      FROM members WHERE id IN (${sql.join(ids)})`.execute(db);
  return rows[0]?.people ?? "";
}

/** Opens the sessions again that somebody has ended. */
export async function reviveSessions(db: Database): Promise<void> {
  await sql`INSERT INTO sessions OVERRIDING SYSTEM VALUE
            SELECT * FROM first_sessions WHERE member_id IN (SELECT id FROM members WHERE is_active)
                ON CONFLICT (id) DO NOTHING`.execute(db);
}
