// The Chairperson's word: previewed, sent, agreed to by a second official, or ended (NOTE-7).
import type { BodyOf, ReplyOf } from "#contract/endpoint.ts";
import type { endWord, previewWord, writeWord } from "#contract/words.ts";
import type { AuditAction } from "#domain/audit-log/audit-actions.ts";
import { type ChannelsOfGroup, TEXTS_OF_ONE_OFFICIAL } from "#domain/notices/notice-choices.ts";
import { toGsmIfWhole } from "#domain/notices/gsm-text.ts";
import { whyNot } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { actorColumns, toActor } from "#server/core/identity/sessions.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SignedInRequest, SpokenTo } from "#server/platform/request.ts";
import { unitsToKes } from "./notices.queries.ts";
import { figureWord, readWord, type WantedWord, type WordFigures } from "./words.queries.ts";

type Answer = ReplyOf<typeof writeWord>;
const AT_ONCE = 500;
const UNITS_PER_CENT = 100n;

/** Writes nothing. Reports a cost above the month's cap, which sending refuses. */
export async function preview(
  tx: Tx,
  { now, body }: SignedInRequest<unknown, BodyOf<typeof previewWord>>,
  channels: ChannelsOfGroup,
): Promise<ReplyOf<typeof previewWord>> {
  const { people, texts, parts, costUnits, leftUnits } = await figureWord(tx, body, {
    channels,
    now,
  });
  const bySms = body.channels.includes("sms") ? [toGsmIfWhole(body.text)] : [];
  return {
    people,
    by_sms: texts,
    parts: parts * texts,
    cost: unitsToKes(costUnits),
    texts: [...new Set([...bySms, body.text])],
    needs_second: texts > TEXTS_OF_ONE_OFFICIAL,
    left: unitsToKes(leftUnits),
  };
}

/** Sends a word at once, or lets it wait for a second official. */
export async function write(
  tx: Tx,
  { body, ...by }: SignedInRequest<unknown, BodyOf<typeof writeWord>>,
  channels: ChannelsOfGroup,
): Promise<Answer> {
  const { actor, now, t } = by;
  const figures = await figureWord(tx, body, { channels, now });
  requireUnderCap(figures);
  const waits = figures.texts > TEXTS_OF_ONE_OFFICIAL;
  const { id } = await tx
    .insertInto("words")
    .values({
      text: body.text,
      audience: body.to,
      channels: body.channels,
      ...columnsOf(figures),
      written_by: actor.id,
      written_at: now,
      sent_at: waits ? null : now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!waits) await tellMembers(tx, { id, text: body.text, ...figures, now });
  await audit(tx, by, {
    id,
    action: waits ? "words.propose" : "words.send",
    after: {
      words: body.text,
      audience: body.to,
      channels: body.channels,
      people: figures.people,
      parts: figures.parts,
      cost: unitsToKes(figures.costUnits),
    },
  });
  if (waits) await tellOtherOfficials(tx, by, { id, ...figures });
  const detail = waits ? t("done.words.waits") : t("done.words.sent", { people: figures.people });
  return { detail, word: await readWord(tx, { id, callerId: actor.id }) };
}

/** Refuses its author with 403, before anything else is checked. Returns whether the word exists. */
export async function mayAgree(reader: Reader, id: number, actorId: number): Promise<boolean> {
  const found = await reader
    .selectFrom("words")
    .select("written_by")
    .where("id", "=", id)
    .executeTakeFirst();
  if (found?.written_by === actorId) throw refuse("word-is-own");
  return found !== undefined;
}

export async function wordExists(reader: Reader, id: number): Promise<boolean> {
  const found = await reader
    .selectFrom("words")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sends a waiting word to everybody it is for by now. Its author must still hold the office. */
export async function agree(
  tx: Tx,
  { id, ...by }: SignedInRequest,
  channels: ChannelsOfGroup,
): Promise<Answer> {
  const { actor, now, t } = by;
  const word = await lockWaiting(tx, id);
  if (word.written_by === actor.id) throw refuse("word-is-own");
  const writer = await tx
    .selectFrom("members")
    .select(actorColumns)
    .where("members.id", "=", word.written_by)
    .executeTakeFirstOrThrow();
  if (whyNot(toActor(writer), "words.write") !== null) throw refuse("word-writer-lost-right");
  // The database admits only these words (words_audience, words_channels).
  const wanted = { text: word.text, to: word.audience, channels: word.channels } as WantedWord;
  const figures = await figureWord(tx, wanted, { channels, now });
  requireUnderCap(figures);
  await tx
    .updateTable("words")
    .set({ ...columnsOf(figures), agreed_by: actor.id, agreed_at: now, sent_at: now })
    .where("id", "=", id)
    .execute();
  await tellMembers(tx, { id, text: word.text, ...figures, now });
  await audit(tx, by, {
    id,
    action: "words.agree",
    after: { people: figures.people, cost: unitsToKes(figures.costUnits) },
  });
  return {
    detail: t("done.words.agreed", { people: figures.people }),
    word: await readWord(tx, { id, callerId: actor.id }),
  };
}

/** Any official may end a waiting word; its author takes it back this way. */
export async function end(
  tx: Tx,
  { id, body, ...by }: SignedInRequest<unknown, BodyOf<typeof endWord>>,
): Promise<Answer> {
  await lockWaiting(tx, id);
  const { actor, now, t } = by;
  await tx
    .updateTable("words")
    .set({ ended_by: actor.id, ended_at: now, end_reason: body.reason })
    .where("id", "=", id)
    .execute();
  await audit(tx, by, { id, action: "words.end", after: { reason: body.reason } });
  return { detail: t("done.words.ended"), word: await readWord(tx, { id, callerId: actor.id }) };
}

/** If two decide at once, the second finds it decided. */
async function lockWaiting(tx: Tx, id: number) {
  const word = await tx
    .selectFrom("words")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (word === undefined) throw refuse("not-found");
  if (word.sent_at !== null || word.ended_at !== null) throw refuse("word-decided");
  return word;
}

function requireUnderCap({ costUnits, leftUnits }: WordFigures): void {
  if (costUnits <= leftUnits) return;
  const facts = { cost: inCents(costUnits), left: leftUnits / UNITS_PER_CENT };
  throw refuse("word-over-cap", facts).at("channels");
}

/** A cost in KES, rounded up. */
function inCents(units: bigint): bigint {
  return (units + UNITS_PER_CENT - 1n) / UNITS_PER_CENT;
}

function columnsOf({ people, texts, parts, costUnits }: WordFigures) {
  return { people, texts, parts, cost_units: costUnits };
}

/** Every recipient reads it in the application; its channels are found after the commit (NOTE-1). */
async function tellMembers(
  tx: Tx,
  word: { id: number; text: string; memberIds: readonly number[]; now: Date },
): Promise<void> {
  const notices = word.memberIds.map((memberId) =>
    noticeOf("word", { memberId, occasion: `word:${word.id}` }, { words: word.text }),
  );
  for (let start = 0; start < notices.length; start += AT_ONCE)
    await writeNotices(tx, { notices: notices.slice(start, start + AT_ONCE), now: word.now });
}

async function tellOtherOfficials(
  tx: Tx,
  { actor, now }: SpokenTo,
  word: { id: number } & WordFigures,
): Promise<void> {
  const officials = await tx
    .selectFrom("members")
    .select(["id", "first_name", "last_name"])
    .where("office", "is not", null)
    .orderBy("id")
    .execute();
  const writer = officials.find(({ id }) => id === actor.id);
  const facts = {
    by: `${writer?.first_name ?? ""} ${writer?.last_name ?? ""}`.trim(),
    people: word.people,
    cost: inCents(word.costUnits),
    // The key by which the sender checks whether it still waits.
    word: word.id,
  };
  await writeNotices(tx, {
    notices: officials
      .filter(({ id }) => id !== actor.id)
      .map(({ id: memberId }) => ({
        memberId,
        event: "word_waiting" as const,
        occasion: `word_waiting:${word.id}`,
        facts,
      })),
    now,
  });
}

async function audit(
  tx: Tx,
  { actor, now, origin }: SpokenTo,
  change: { id: number; action: AuditAction; after: Record<string, unknown> },
): Promise<void> {
  await recordAudit(tx, {
    now,
    actorId: actor.id,
    action: change.action,
    subject: "word",
    subjectId: change.id,
    after: change.after,
    address: origin.address,
  });
}
