// Changes of loans as they are stored, and as answers show them (LEND-9, LEND-10).
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { LoanChange } from "#contract/loan-changes.ts";
import type { Person } from "#contract/people.ts";
import { assert, single } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Row } from "#domain/lending/rows.ts";
import { standingOn, type ShownRow } from "#domain/lending/standing.ts";
import { toKes } from "#domain/money.ts";
import { itemStatus } from "#domain/approvals/two-officials.ts";
import { type Actor, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { toApproval, toVerdicts } from "#server/core/verdicts/verdict-columns.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { isWaitingChange } from "#server/core/waiting/open-to-office.ts";
import { type Lent, readLent } from "#server/core/lending/lent-loans.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { planCall, planRows, readGuarantors } from "./planned-changes.ts";

/** The member borrowed, must answer, or guarantees the loan. */
function concerns(memberId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(loans.member_id = ${memberId}
    OR EXISTS (SELECT FROM loan_guarantees g WHERE g.loan_id = loans.id AND g.member_id = ${memberId} AND g.state = 'agreed')
    OR EXISTS (SELECT FROM loan_change_answers a WHERE a.change_id = loan_changes.id AND a.member_id = ${memberId}))`;
}

function selectChanges(reader: Reader) {
  return reader
    .selectFrom("loan_changes")
    .innerJoin("loans", "loans.id", "loan_changes.loan_id")
    .selectAll("loan_changes")
    .select(["loans.number", "loans.loan_type"])
    .select([
      personIn("loans.member_id").$castTo<Person>().as("borrower"),
      personIn("loan_changes.asked_by").$castTo<Person>().as("asker"),
    ]);
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>["execute"]>>[number];

/** Newest first. */
async function readChanges(
  reader: Reader,
  { which, now, t }: { which: RawBuilder<SqlBool>; now: Date; t: Translate },
): Promise<LoanChange[]> {
  const rows = await selectChanges(reader)
    .where(which)
    .orderBy("loan_changes.id", "desc")
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const answers = await reader
    .selectFrom("loan_change_answers")
    .select(["change_id", "role", "answer"])
    .select(personIn("loan_change_answers.member_id").$castTo<Person>().as("member"))
    .where("change_id", "=", anyOf("int", ids))
    .orderBy("role")
    .orderBy("member_id")
    .execute();
  const loans = await reader
    .selectFrom("loans")
    .selectAll()
    .where(
      "id",
      "=",
      anyOf(
        "int",
        rows.map((row) => row.loan_id),
      ),
    )
    .execute();
  const lent = await readLent(reader, loans);
  const shown: LoanChange[] = [];
  for (const row of rows) {
    const loan = lent.get(row.loan_id);
    assert(loan !== undefined, `change ${row.id} is of a loan that was paid out`);
    const figures = await readFigures(reader, { row, lent: loan, today: nairobiDate(now) });
    const status = row.ended_at === null ? itemStatus(toVerdicts(row)) : "rejected";
    shown.push({
      id: row.id,
      // The database admits no other (loan_changes_kind).
      kind: row.kind as LoanChange["kind"],
      loan: { loan_id: row.loan_id, loan_name: t(nameOfLoan(row)) },
      member: row.borrower,
      asked_by: row.asker,
      reason: row.reason,
      status,
      ...toApproval(row),
      ...figures,
      answers: answers
        .filter((each) => each.change_id === row.id)
        .map(({ member, role, answer }) => ({
          member,
          role: role as LoanChange["answers"][number]["role"],
          answer: answer as LoanChange["answers"][number]["answer"],
        })),
    });
  }
  return shown;
}

/** Those of a loan, or without one those that wait: of the caller's own and guaranteed loans, for officials all. */
export function readVisibleChanges(
  reader: Reader,
  params: { which: { ofLoan: number | null; actor: Actor }; now: Date; t: Translate },
): Promise<LoanChange[]> {
  const { ofLoan, actor } = params.which;
  const wanted = ofLoan === null ? isWaitingChange : sql<SqlBool>`loan_changes.loan_id = ${ofLoan}`;
  const which = sql<SqlBool>`${wanted} AND ${visibleTo(actor)}`;
  return readChanges(reader, { ...params, which });
}

/** Officials see all of them, others those that concern them. */
function visibleTo(actor: Actor): RawBuilder<SqlBool> {
  return officeOf(actor) === null ? concerns(actor.id) : sql<SqlBool>`true`;
}

export async function isVisible(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const row = await reader
    .selectFrom("loan_changes")
    .innerJoin("loans", "loans.id", "loan_changes.loan_id")
    .select("loan_changes.id")
    .where("loan_changes.id", "=", id)
    .where(visibleTo(actor))
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses a Chairperson an unknown one, who acts only in place of an office. */
export async function isChange(reader: Reader, id: number, actor: Actor): Promise<boolean> {
  const row = await reader
    .selectFrom("loan_changes")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined && officeOf(actor) === "Chairperson") throw refuse("forbidden");
  return row !== undefined;
}

export async function readChange(
  reader: Reader,
  { id, now, t }: { id: number; now: Date; t: Translate },
): Promise<LoanChange> {
  const which = sql<SqlBool>`loan_changes.id = ${id}`;
  return single(await readChanges(reader, { which, now, t }));
}

type Figures = Pick<LoanChange, "amount" | "calls" | "instalments">;

async function readFigures(
  reader: Reader,
  { row, lent, today }: { row: ChangeRow; lent: Lent; today: PlainDate },
): Promise<Figures> {
  if (row.done_on !== null) return readDone(reader, row, lent);
  const waits = row.ended_at === null && itemStatus(toVerdicts(row)) !== "rejected";
  if (!waits) return { amount: 0, calls: [], instalments: [] };
  if (row.kind === "reschedule") {
    const wanted = { instalments: row.instalments ?? 0, firstDueOn: row.first_due_on, today };
    const { rows, principalCents } = planRows(lent, wanted);
    return { amount: toKes(principalCents), calls: [], instalments: rows.map(viewRow) };
  }
  const guarantors = await readGuarantors(reader, row.loan_id);
  const call = await planCall(reader, { lent, guarantors, today });
  const taken = [
    { memberId: lent.row.member_id, cents: call.ofBorrowerCents },
    ...call.ofGuarantors,
  ].filter(({ cents }) => cents > 0n);
  const people = await readPeople(
    reader,
    taken.map(({ memberId }) => memberId),
  );
  return {
    amount: toKes(call.totalCents),
    calls: taken.flatMap(({ memberId, cents }) => {
      const member = people.get(memberId);
      return member === undefined ? [] : [{ member, amount: toKes(cents) }];
    }),
    instalments: [],
  };
}

/** As it was done: what was called, or the rows of its version. */
async function readDone(reader: Reader, row: ChangeRow, lent: Lent): Promise<Figures> {
  const calls = await reader
    .selectFrom("loan_calls")
    .select("amount_cents")
    .select(personIn("loan_calls.member_id").$castTo<Person>().as("member"))
    .where("change_id", "=", row.id)
    .orderBy(sql`guarantee_id IS NOT NULL`)
    .orderBy("member_id")
    .execute();
  const rows = await reader
    .selectFrom("loan_versions")
    .innerJoin("loan_rows", (join) =>
      join
        .onRef("loan_rows.loan_id", "=", "loan_versions.loan_id")
        .onRef("loan_rows.version", "=", "loan_versions.version"),
    )
    .selectAll("loan_rows")
    .where("loan_versions.loan_id", "=", row.loan_id)
    .where("loan_versions.change_id", "=", row.id)
    .orderBy("place")
    .execute();
  const laid = rows.map((each): Row => ({
    number: each.number,
    dueOn: each.due_on,
    interestCents: each.interest_cents,
    carriedCents: each.carried_cents,
    principalCents: each.principal_cents,
    isMoved: each.is_moved,
  }));
  const on = row.done_on ?? "";
  const shown = standingOn({ ...lent.schedule, rows: laid }, on).rows;
  return {
    amount: toKes(row.amount_cents ?? 0n),
    calls: calls.map(({ member, amount_cents: cents }) => ({ member, amount: toKes(cents) })),
    instalments: shown
      .filter(({ number, dueOn, isMoved }) => number !== null && !isMoved && dueOn > on)
      .map(viewRow),
  };
}

const viewRow = (row: ShownRow): LoanChange["instalments"][number] => ({
  number: row.number ?? 0,
  due_on: row.dueOn,
  interest: toKes(row.interestCents),
  principal: toKes(row.principalCents),
  total: toKes(row.totalCents),
  balance: toKes(row.balanceCents),
});

async function readPeople(reader: Reader, ids: readonly number[]): Promise<Map<number, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom("members")
    .select("members.id")
    .select(personIn("members.id").$castTo<Person>().as("person"))
    .where("members.id", "=", anyOf("int", ids))
    .execute();
  return new Map(rows.map(({ id, person }) => [id, person]));
}
