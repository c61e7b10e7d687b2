// A group with a person in every state and a record of every kind, copied for each endpoint under test.
import { sql } from "kysely";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import type { Database } from "#server/db/connection.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { Json, TestMember } from "#tests/support/test-group.ts";
import type { Known } from "./field-values.ts";
import { seedStatements } from "./seeded-statements.ts";

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
  "auditor",
] as const;

export type Role = (typeof roles)[number];

export type SeededGroup = {
  /** The database to copy, without connections. */
  database: string;
  people: Readonly<Record<Role, TestMember | null>>;
  known: Known;
};

const MANAGE = "/api/user/admin_manage_user/";
const APPROVALS = "/api/finances/monthly-contribution-approval/";

export async function seedGroup(): Promise<SeededGroup> {
  const { group, books } = await startFoundedGroup();
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

  /** Money and a setting that wait for a second official, from each role that may propose them. */
  async function proposeSome(): Promise<number[]> {
    await must(chairperson, "/api/group/settings/", { second_person_above: 7_000 });
    const expense = { type: "expense", category: "social_welfare", amount: 7_500 };
    const ids = [];
    for (let count = 0; count < 8; count++) ids.push((await post(expense)).id);
    const weaker = { second_person_above: null, office_delay_hours: 1 };
    await must(chairperson, "/api/group/settings/", weaker);
    const list = await group.api("GET", "/api/accounting/proposals/", { token: secGen.token });
    const settings = list.body.proposals.filter(({ kind }: Json) => kind === "setting");
    return [...ids, ...settings.map(({ id }: Json) => id)];
  }

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
  await must(chairperson, "/api/group/settings/", { meetings: true });
  const fund = (await must(chairperson, "/api/funds/", { name: "Welfare", rule: "none" })).fund.id;
  await must(chairperson, "/api/group/settings/", { meetings: false });
  const fundPayments = [];
  for (const [index, member] of [active, borrower].entries())
    fundPayments.push(
      (
        await must(member, `/api/funds/${fund}/pay/`, {
          amount_paid: 20,
          payment_Reference_Code: `FUND000${index}`,
        })
      ).fund_payment.payment_id,
    );

  const entries: Json[] = [
    await post({ type: "other_income", amount_paid: 500 }),
    await post({ type: "expense", category: "social_welfare", amount: 200 }),
  ];
  await post({ type: "dividend_declaration", amount: 300 });
  const soon = { start_date: "2026-01-01", maturity_date: "2026-12-31" };
  await post({ type: "equity_fixed_deposit", amount: 400, ...soon });

  const statements = await seedStatements(group, { treasurer, secGen });
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
  const waitingProposals = await proposeSome();
  const ledger = (
    await group.api("GET", "/api/accounting/create_ledger_entry/", { token: treasurer.token })
  ).body;
  const signedUp = await group.signUp();
  const seats = [1, 2, 3].map(() =>
    must(chairperson, "/api/auditors/", { name: "An auditor", days: 9 }),
  );
  const [seat, ...spareSeats] = (await Promise.all(seats))
    .map(({ auditor }) => auditor)
    .toSorted((one, other) => one.id - other.id);
  const seatToken = seat.url.split("/").at(-1) as string;
  const entered = await must(chairperson, "/api/auditors/enter/", { token: seatToken });

  const ofBook = await bringIn(group, secGen, [
    { regNumber: "BOOK/1", phone: "+254722000901", email: "ofbook@example.com" },
    { regNumber: "BOOK/2" },
  ]);
  const invitations: Json[] = [];
  for (const [at, invited] of [
    {},
    { reg_number: "NEW/01" },
    { role: "sec-gen" },
    {},
    { reg_number: "BOOK/1" },
    { reg_number: "BOOK/2" },
  ].entries())
    invitations.push(
      (
        await must(chairperson, "/api/user/invitations/", {
          kind: "person",
          name: `N ${at}`,
          ...invited,
        })
      ).invitation,
    );
  invitations.push(
    (await must(chairperson, "/api/user/invitations/", { kind: "group" })).invitation,
  );

  const tokens = invitations.map(({ url }) => url.split("/").at(-1));

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
  await sql`CREATE TABLE first_auditor_sessions AS SELECT * FROM auditor_sessions`.execute(
    group.db,
  );
  const passwords = [active.password, "mtama mweupe 9 kilo"];
  const known = {
    [`${MANAGE}:id/`]: ids,
    "/api/user/deactivate_user/:id/": ids,
    "/api/user/assign_groups/:id/": [...spare, dormant].map(({ id }) => id),
    "/api/user/assign_groups/:id/agree/": proposed.map(({ id }) => id),
    "/api/user/assign_groups/:id/object/": proposed.map(({ id }) => id),
    "/api/accounting/proposals/:id/agree/": waitingProposals.filter((_, index) => index % 2 === 0),
    "/api/accounting/proposals/:id/refuse/": waitingProposals.filter((_, index) => index % 2 === 1),
    "/api/user/remove_groups/:id/": [chairperson, treasurer, secGen].map(({ id }) => id),
    "/api/user/invitations/:id/": invitations.map(({ id }) => id),
    "/api/user/invitations/ kind": ["group", "person", "person"],
    "/api/user/invitations/ role": [undefined, undefined, "treasurer"],
    "/api/user/invitations/ email": [undefined, "zawadi@example.com"],
    "/api/user/invitations/open/ invitation": tokens,
    // Sign-up takes one or none.
    "/api/user/signup/ invitation": [undefined, undefined, ...tokens],
    "/api/user/sessions/:id/": sessions.map(({ id }) => id),
    [`${APPROVALS}:id/`]: contributions,
    "/api/finances/loan-application-approval/:id/": applications,
    "/api/finances/loan-payment-approval/:id/": repayments,
    "/api/finances/fine-payment-approval/:id/": finePayments,
    "/api/finances/fund-payment-approval/:id/": fundPayments,
    "/api/funds/:id/": [fund],
    "/api/funds/:id/pay/": [fund],
    "/api/funds/:id/pay/ member_id": [undefined, undefined, active.id],
    "/api/funds/:id/close/": [fund],
    fund_id: [fund],
    "/api/finances/pay-loan/:id/": loans,
    "/api/statements/:id/": statements.ids,
    "/api/statements/:id/file/": statements.ids,
    "/api/statements/:id/accept/": [...statements.broken, ...statements.broken, ...statements.ids],
    "/api/statements/:id/withdraw/": statements.ids,
    "/api/statements/lines/:id/match/": statements.lines,
    "/api/statements/lines/:id/candidates/": statements.lines,
    "/api/statements/lines/:id/candidates/ search": ["M001 1,000", "%_'\\"],
    "/api/statements/lines/:id/match/ id": [
      ...contributions,
      ...entries.map(({ entry }) => entry.id),
    ],
    "/api/statements/lines/:id/unmatch/": statements.lines,
    "/api/statements/lines/:id/record/": [...statements.openIn, ...statements.lines],
    "/api/statements/lines/book/ line_ids": [
      ...statements.openIn.map((id) => [id]),
      ...statements.openOut.flatMap((id) => [[id], statements.openOut]),
      ...statements.lines.slice(0, 2).map((id) => [id]),
    ],
    "/api/statements/lines/book/ description": ["Charges of the day"],
    "/api/statements/lines/book/ date": [undefined, undefined, "2026-02-28"],
    "/api/reconciliation/accept/ reason": ["We looked at both"],
    "/api/reconciliation/accept/ date": ["2026-02-10", "2026-02-28"],
    "/api/reconciliation/accept/ difference_seen": [0, 0, 0, 1],
    "/api/statements/lines/book/ type": ["expense", "other_income", "investment"],
    category: ["transaction_cost"],
    account_id: statements.accounts,
    statement_id: statements.ids,
    loan_id: loans,
    "/api/accounting/reverse_entry/:id/": entries.map(({ entry }) => entry.id),
    "/api/accounting/exit_member/ member_id": [leaver.id],
    "/api/accounting/clear_member/ member_id": [leaver.id, payer.id, dormant.id, active.id],
    "/api/accounting/baddebts/recover/ member_id": [debtor.id],
    "/api/approvals/many/ items": [
      contributions.map((id) => ({ id, amount_seen: 1_000 })),
      [...repayments, ...finePayments].map((id) => ({ id, amount_seen: 50 })),
      [{ id: repayments[0], amount_seen: "100.00" }, { id: contributions[0] }],
    ],
    // Omitted, or the amount of one of the items.
    amount_seen: [undefined, undefined, 1_000, 500],
    recovered_amount: [1, 0.5, "20.25"],
    member: ids,
    actor: ids,
    member_id: [...ids, ...ofBook],
    // Omitted, or the actor's own id, more often than any other id.
    "/api/finances/monthly-contribution/ member_id": [undefined, undefined, ...ofBook],
    "/api/finances/pay-loan/:id/ member_id": [undefined, undefined, active.id, ...ofBook],
    "/api/finances/pay-fine/ member_id": [undefined, undefined, active.id, ...ofBook],
    "/api/finances/get-create-user-loans/ member_id": [undefined, undefined, ...ofBook],
    "/api/opening/answers/:id/": ofBook,
    "/api/user/signup/ RegNo": [undefined, "BOOK/1", "FUZZ/1"],
    charged_user: targets.flatMap(({ id, username }) => [id, username]),
    declaration_id: ledger.declarations.map(({ id }: Json) => id),
    deposit_id: ledger.fixed_deposits.map(({ id }: Json) => id),
    interest_earned: [0, 5],
    non_cleared_loans: [figures.non_cleared_loans],
    total_contributions: [figures.total_contributions],
    overall_shared_interest: [figures.overall_shared_interest],
    actual_shared_interest: [figures.actual_shared_interest],
    members: [[active.id], [borrower.id, dormant.id, 9_999], [waiting.id, rejected.id]],
    "/api/auditors/:id/": spareSeats.map(({ id }) => id),
    "/api/auditors/enter/ token": [seatToken],
    days: [1, 90],
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

  // Proofs need a log with entries.
  await sealAudit(group.db);
  await group.close();
  return {
    database: group.connection.database,
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
      // An auditor is no member: only the token is the auditor's, and the other fields are a member's.
      auditor: { ...active, token: entered.access },
    },
    known,
  };
}

/** Everybody's status and office. A person must stay in the role under test. */
export async function describePeople(db: Database, { people }: SeededGroup): Promise<string> {
  const ids = Object.values(people).flatMap((person) => (person === null ? [] : [person.id]));
  const { rows } = await sql<{ people: string }>`
    SELECT string_agg(concat_ws(' ', id, status, is_active, office, exited_on, rejected_at), E'\n' ORDER BY id) AS people
      FROM members WHERE id IN (${sql.join(ids)})`.execute(db);
  const { rows: seats } = await sql<{ seats: string }>`
    SELECT string_agg(concat_ws(' ', id, ended_at), E'\n' ORDER BY id) AS seats FROM auditors WHERE id = 1`.execute(
    db,
  );
  return [rows[0]?.people ?? "", seats[0]?.seats ?? ""].join("\n");
}

/** Reopens sessions that somebody has ended. */
export async function reviveSessions(db: Database): Promise<void> {
  await sql`INSERT INTO sessions OVERRIDING SYSTEM VALUE
            SELECT * FROM first_sessions WHERE member_id IN (SELECT id FROM members WHERE is_active)
                ON CONFLICT (id) DO NOTHING`.execute(db);
  await sql`INSERT INTO auditor_sessions OVERRIDING SYSTEM VALUE
            SELECT first.* FROM first_auditor_sessions first JOIN auditors ON auditors.id = auditor_id AND ended_at IS NULL
                ON CONFLICT (id) DO NOTHING`.execute(db);
}
