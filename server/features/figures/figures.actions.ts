// Confirms or disputes the figures from the group's book: the member, or an office for a member (OPEN-60 to OPEN-62).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { answerForMember, answerMyFigures } from "#contract/opening.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { offeredForMember, type FiguresAnswer } from "#domain/opening/opening-figures.ts";
import { refuse } from "#domain/refusal.ts";
import { saysSomething } from "#domain/members/names.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { knownBy, tell } from "#server/core/notices/write-notices.ts";
import { notifyOfficials, notice } from "#server/core/mail/notify.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { fullName, nameOf } from "#server/core/members/office-proposals.ts";
import type { Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { answerOf, findFigures, hasOwnAccount, readMyFigures } from "./figures.queries.ts";

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
  const offered = offeredForMember(answerOf(figures), hasOwnAccount(figures));
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
