// A merry-go-round before its turns: made, joined, and drawn (ROT-1 to ROT-3).
import { randomBytes } from "node:crypto";
import type { BodyOf } from "#contract/endpoint.ts";
import type { createRotation } from "#contract/rotations.ts";
import { addYears, nairobiDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { commitmentOf, drawOrder } from "#domain/rotation/draw.ts";
import { rotationMembersLeast, turnDays } from "#domain/rotation/turn-days.ts";
import type { FoundRotation } from "#server/core/rotations/read-rotations.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import { type Tx, violatedConstraint } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { recordRotation, sha256 } from "./record.ts";

/** The first turn is at most so many years ahead. */
const YEARS_AHEAD = 5;

/** The log has its commitment before anybody joins. Refuses a first day in the past, or far away. */
export async function create(tx: Tx, by: By, body: BodyOf<typeof createRotation>): Promise<number> {
  const today = nairobiDate(by.now);
  const last = addYears(today, YEARS_AHEAD);
  if (body.first_on < today || body.first_on > last)
    throw refuse("choose-a-day", { first: { day: today }, last: { day: last } }).at("first_on");
  const seed = randomBytes(32).toString("hex");
  const commitment = commitmentOf(seed, sha256);
  const { id } = await tx
    .insertInto("rotations")
    .values({
      name: body.name,
      amount_cents: body.amount,
      every: body.every,
      first_on: body.first_on,
      seed,
      commitment,
      created_by: by.actor.id,
      created_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordRotation(tx, by, "rotations.create", id, {
    name: body.name,
    amount: toKes(body.amount),
    terms: `${body.every}, from ${body.first_on}`,
    commitment,
  });
  return id;
}

/** Refuses whoever is dormant, once it is drawn, and whoever is in it. */
export async function join(tx: Tx, by: By, { row }: FoundRotation, word: string): Promise<void> {
  if (by.actor.status !== "active") throw refuse("forbidden");
  if (row.drawn_at !== null) throw refuse("rotation-drawn");
  await lockMember(tx, by.actor.id);
  await tx
    .insertInto("rotation_members")
    .values({
      rotation_id: row.id,
      member_id: by.actor.id,
      word,
      salt: randomBytes(16).toString("hex"),
      joined_at: by.now,
    })
    .execute()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "rotation_members_pkey") throw refuse("rotation-joined");
      throw error;
    });
  await recordRotation(tx, by, "rotations.join", row.id, { name: row.name });
}

/** Before the draw, as if they had never joined. Refuses once it is drawn: others count on whoever is in it. */
export async function leaveBeforeDraw(tx: Tx, by: By, { row }: FoundRotation): Promise<void> {
  if (row.drawn_at !== null) throw refuse("rotation-drawn");
  await tx
    .deleteFrom("rotation_members")
    .where("rotation_id", "=", row.id)
    .where("member_id", "=", by.actor.id)
    .execute();
  await recordRotation(tx, by, "rotations.leave", row.id, { name: row.name });
}

/** Publishes the seed and the words, and the order that follows from them. Refuses a second draw, and too few members. */
export async function draw(tx: Tx, by: By, { row, members }: FoundRotation): Promise<number[]> {
  if (row.drawn_at !== null) throw refuse("rotation-drawn");
  if (members.length < rotationMembersLeast)
    throw refuse("rotation-too-few", { least: rotationMembersLeast });
  const words = members.map(({ member_id: memberId, word }) => ({ memberId, word }));
  const order = drawOrder(row.seed, words, sha256);
  const days = turnDays({ firstOn: row.first_on, every: row.every }, order.length);
  await tx
    .updateTable("rotations")
    .set({ drawn_by: by.actor.id, drawn_at: by.now })
    .where("id", "=", row.id)
    .execute();
  await tx
    .insertInto("rotation_turns")
    .values(
      order.map((memberId, index) => ({
        rotation_id: row.id,
        number: index + 1,
        due_on: days[index] ?? row.first_on,
        member_id: memberId,
      })),
    )
    .execute();
  await recordRotation(tx, by, "rotations.draw", row.id, {
    name: row.name,
    seed: row.seed,
    people: String(order.length),
  });
  return order;
}
