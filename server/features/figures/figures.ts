// The answers to the figures from the group's book: routes, then what they read and write.
import * as contract from "#contract/opening.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { BodyOf, ReplyOf, QueryOf } from "#contract/endpoint.ts";
import type { answerForMember, answerMyFigures } from "#contract/opening.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import {
  offeredForMember,
  type FiguresAnswer,
  standingOfFigures,
} from "#domain/opening/opening-figures.ts";
import { refuse } from "#domain/refusal.ts";
import { saysSomething } from "#domain/members/names.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import { notifyOfficials, notice } from "#server/core/notices/notify.ts";
import {
  fullName,
  lockMember,
  nameOf,
  personColumns,
  personIn,
  toPerson,
} from "#server/core/members/member-directory.ts";
import type { Tx, Reader } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { sql } from "kysely";
import { firstOfMonth, nairobiIso } from "#domain/calendar.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { pageOf } from "#server/db/paging.ts";

export function figureRoutes(routes: Routes): void {
  routes.read(contract.getMyFigures, (reader, { actor, t }) => readMyFigures(reader, actor.id, t));
  routes.write(contract.answerMyFigures, answerOwnFigures);
  routes.read(contract.getFigureAnswers, (reader, { query }) => listFigureAnswers(reader, query));
  routes.write(contract.answerForMember, answerFor, {
    exists: async (reader, id) => (await findFigures(reader, id)) !== undefined,
  });
}

// Confirms or disputes the figures from the group's book: the member, or an office for a member (OPEN-60 to OPEN-62).

type Own = SignedInRequest<unknown, BodyOf<typeof answerMyFigures>>;
type ForMember = SignedInRequest<unknown, BodyOf<typeof answerForMember>>;

/**
 * The newest answer counts, so a member may say no after yes. Refuses a member without figures, and a no without a
 * text.
 */
export async function answerOwnFigures(
  tx: Tx,
  { actor, body, now, origin, t }: Own,
): Promise<ReplyOf<typeof answerMyFigures>> {
  const member = await lockMember(tx, actor.id);
  const figures = await findFigures(tx, member.id);
  if (figures === undefined) throw refuse("no-figures-to-answer");
  const words = body.words ?? null;
  if (body.answer === "no" && (words === null || !saysSomething(words)))
    throw refuse("figures-need-words").at("words");
  await save(tx, {
    openingId: figures.opening_id,
    memberId: member.id,
    answer: body.answer,
    words,
    by: { actorId: actor.id, now, address: origin.address },
  });
  if (body.answer === "no") {
    const facts = { member: fullName(member), words: words ?? "" };
    await notifyOfficials(tx, {
      letter: letter("figuresDisputed", facts),
      notice: knownBy(notice("figures_disputed", facts), { whose: member.id }),
      now,
    });
  }
  const detail = body.answer === "yes" ? t("done.figures.confirmed") : t("done.figures.disputed");
  return { ...(await readMyFigures(tx, member.id, t)), detail };
}

/** Refuses one's own figures, members who answer themselves, and figures that nobody disputes. */
export async function answerFor(
  tx: Tx,
  { actor, id, body, now, origin, t }: ForMember,
): Promise<{ detail: string }> {
  const member = await lockMember(tx, id);
  const figures = await findFigures(tx, member.id);
  if (figures === undefined) throw refuse("no-figures-to-answer");
  if (member.id === actor.id) throw refuse("figures-of-ones-own");
  const offered = offeredForMember(answerOf(figures), figures.is_proven);
  if (!offered.includes(body.answer))
    throw refuse(
      body.answer === "resolved" ? "figures-not-disputed" : "figures-not-open-to-office",
    ).at("answer");
  await save(tx, {
    openingId: figures.opening_id,
    memberId: member.id,
    answer: body.answer,
    words: body.words,
    by: { actorId: actor.id, now, address: origin.address },
  });
  if (body.answer === "resolved") {
    const facts = { words: body.words, official: await nameOf(tx, actor.id) };
    const mail = { to: member, letter: letter("figuresResolved", facts) };
    await tell(tx, "figures_resolved", { memberId: member.id, mail, now }, facts);
  }
  if (body.answer === "confirmed_on_paper")
    await tell(
      tx,
      "figures_on_paper",
      { memberId: member.id, now },
      { official: await nameOf(tx, actor.id) },
    );
  const whose = { member: fullName(member) };
  const detail =
    body.answer === "resolved"
      ? t("done.figures.resolved", whose)
      : t("done.figures.onPaper", whose);
  return { detail };
}

const actions = {
  yes: "figures.confirm",
  no: "figures.dispute",
  confirmed_on_paper: "figures.confirm-on-paper",
  resolved: "figures.resolve",
} as const satisfies Record<FiguresAnswer, AuditAction>;

async function save(
  tx: Tx,
  params: {
    openingId: number;
    memberId: number;
    answer: FiguresAnswer;
    words: string | null;
    by: { actorId: number; now: Date; address: string | null };
  },
): Promise<void> {
  const { openingId, memberId, answer, words, by } = params;
  await tx
    .insertInto("opening_answers")
    .values({
      opening_id: openingId,
      member_id: memberId,
      answer,
      words,
      answered_by: by.actorId,
      answered_at: by.now,
    })
    .execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actorId,
    action: actions[answer],
    subject: "member",
    subjectId: memberId,
    ...(words === null ? {} : { after: { words } }),
    address: by.address,
  });
}

// A member's figures from the group's book, and the answer to them (OPEN-60).

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
      "members.is_proven",
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
      has_account: row.is_proven,
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
