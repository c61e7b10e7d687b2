// A member's figures from the group's book, and the answer to them (OPEN-60).
import { sql } from "kysely";
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type * as contract from "#contract/opening.ts";
import { firstOfMonth, nairobiIso } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import { standingOfFigures, type FiguresAnswer } from "#domain/opening/opening-figures.ts";
import type { Translate } from "#messages/translator.ts";
import { personColumns, personIn, toPerson } from "#server/core/members/member-directory.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";

const brought = sql<Cents>`(SELECT coalesce(sum(l.amount_cents + l.interest_cents - l.paid_cents), 0)::bigint FROM opening_loans l
  WHERE l.opening_id = opening_members.opening_id AND l.member_id = opening_members.member_id)`;

function selectFigures(reader: Reader) {
  return reader
    .selectFrom("opening_members")
    .innerJoin("openings", "openings.id", "opening_members.opening_id")
    .innerJoin("members", "members.id", "opening_members.member_id")
    .leftJoinLateral(
      (nested) =>
        nested
          .selectFrom("opening_answers")
          .selectAll("opening_answers")
          .whereRef("opening_answers.opening_id", "=", "opening_members.opening_id")
          .whereRef("opening_answers.member_id", "=", "opening_members.member_id")
          .orderBy("opening_answers.id", "desc")
          .limit(1)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .where("openings.status", "=", "accepted")
    .select(personColumns)
    .select([
      "opening_members.opening_id",
      "opening_members.savings_cents",
      "opening_members.unpaid_fines_cents",
      "openings.cut_over_on",
      "newest.answer",
      "newest.words",
      "newest.answered_at",
      "members.email_verified_at",
      "members.is_founder",
    ])
    .select(brought.as("loans_cents"))
    .select(personIn("newest.answered_by").as("answered_by"));
}

export type FiguresRow = Awaited<
  ReturnType<ReturnType<typeof selectFigures>["executeTakeFirstOrThrow"]>
>;

/** The figures of the opening in force; undefined where nothing was brought over for the member. */
export function findFigures(reader: Reader, memberId: number): Promise<FiguresRow | undefined> {
  return selectFigures(reader).where("opening_members.member_id", "=", memberId).executeTakeFirst();
}

type MyFigures = ReplyOf<typeof contract.getMyFigures>;

export async function readMyFigures(
  reader: Reader,
  memberId: number,
  t: Translate,
): Promise<MyFigures> {
  const row = await findFigures(reader, memberId);
  if (row === undefined)
    return {
      detail: t("done.figures.none"),
      date: null,
      savings: 0,
      loans: 0,
      fines: 0,
      answer: null,
      words: null,
    };
  return {
    detail: t("done.figures.says", {
      savings: row.savings_cents,
      month: { month: firstOfMonth(row.cut_over_on) },
      owed: row.loans_cents + row.unpaid_fines_cents,
    }),
    date: row.cut_over_on,
    ...figuresOf(row),
    answer: answerOf(row),
    words: row.words,
  };
}

function figuresOf(row: FiguresRow) {
  return {
    savings: toKes(row.savings_cents),
    loans: toKes(row.loans_cents),
    fines: toKes(row.unpaid_fines_cents),
  };
}

/** The database admits no other words (opening_answers_answer). */
export function answerOf(row: Pick<FiguresRow, "answer">): FiguresAnswer | null {
  return row.answer as FiguresAnswer | null;
}

/** Every member of the opening in force with their answer, by name; `state` narrows. */
export async function listFigureAnswers(
  reader: Reader,
  query: QueryOf<typeof contract.getFigureAnswers>,
): Promise<ReplyOf<typeof contract.getFigureAnswers>> {
  const page = pageOf(query);
  let found = selectFigures(reader);
  if (query.state === "open") found = found.where("newest.answer", "is", null);
  if (query.state === "disputed") found = found.where("newest.answer", "=", "no");
  if (query.state === "confirmed") found = found.where("newest.answer", "<>", "no");
  const rows = await found
    .orderBy(sql`lower(members.first_name)`)
    .orderBy(sql`lower(members.last_name)`)
    .orderBy("members.id")
    .execute();
  const shown = page === null ? rows : rows.slice(page.offset, page.offset + page.limit);
  return {
    answers: shown.map((row) => ({
      member: toPerson(row),
      has_account: hasOwnAccount(row),
      ...figuresOf(row),
      state: standingOfFigures(answerOf(row)),
      answer: answerOf(row),
      words: row.words,
      answered_by: row.answered_by,
      answered_at: row.answered_at === null ? null : nairobiIso(row.answered_at),
    })),
    count: rows.length,
  };
}

/** A member with a proven address answers themselves. */
export function hasOwnAccount(row: Pick<FiguresRow, "email_verified_at" | "is_founder">): boolean {
  return row.email_verified_at !== null || row.is_founder;
}
