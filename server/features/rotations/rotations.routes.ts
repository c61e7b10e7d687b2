// Merry-go-rounds (ROT-1 to ROT-9).
import * as contract from "#contract/rotations.ts";
import { single } from "#domain/assert.ts";
import { ROTATION_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { contestedReply } from "#server/core/approvals/contested.ts";
import { decidingOn } from "#server/core/approvals/decide-payments.ts";
import { nothingOpen } from "#server/core/approvals/payment-rows.ts";
import {
  confirmPayment,
  inNameOfMember,
  ofPayment,
  payerOf,
} from "#server/core/approvals/payments.ts";
import { type FoundRotation, lockRotations } from "#server/core/rotations/read-rotations.ts";
import { inSnapshot, type Reader, type Tx } from "#server/db/connection.ts";
import { inPage, pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { By } from "#server/platform/request.ts";
import { create, draw, join, leaveBeforeDraw } from "./joining.ts";
import { tellConfirmed, tellDrawn, tellMoved, tellSwap } from "./notices.ts";
import { payRotation, readOpenRotationPayments, readRotationPayments } from "./payments.ts";
import { leaveAfterDraw, settleFromSavings } from "./leaving.ts";
import { answerSwap, askSwap, rotationOfSwap } from "./swaps.ts";
import { confirmDirect, nameIn, payOutTurn, rotationOfTurn } from "./turns.ts";
import { viewRotations } from "./views.ts";

export function rotationRoutes(routes: Routes): void {
  routes.read(contract.getRotations, (db, { query, now }) =>
    inSnapshot(db, async (reader) => {
      const page = pageOf(query);
      const all = reader.selectFrom("rotations").select("id").orderBy("id", "desc");
      const ids = (await inPage(all, page).execute()).map(({ id }) => id);
      const rotations = await viewRotations(reader, { ids, now });
      return page === null ? { rotations } : { rotations, count: await countRotations(reader) };
    }),
  );

  routes.read(contract.getRotation, (db, { id, now }) =>
    inSnapshot(db, async (reader) => {
      const [rotation] = await viewRotations(reader, { ids: [id], now });
      if (rotation === undefined) throw refuse("not-found");
      return { rotation };
    }),
  );

  routes.write(contract.createRotation, async (tx, { body, ...by }) => {
    const id = await create(tx, by, body);
    const detail = by.t("done.rotations.created", { name: body.name });
    return { detail, rotation: await viewOne(tx, by, id) };
  });

  joiningRoutes(routes);
  payingRoutes(routes);
  turnRoutes(routes);
  swapRoutes(routes);
  approvalRoutes(routes);
}

const aboutOne = { exists: isRotation };

/** Who is in it: until the draw anybody may join, and the draw orders the turns (ROT-2). */
function joiningRoutes(routes: Routes): void {
  routes.write(
    contract.joinRotation,
    async (tx, { id, body, ...by }) => {
      const found = await lockRotation(tx, id);
      await join(tx, by, found, body.word);
      const detail = by.t("done.rotations.joined", { name: found.row.name });
      return { detail, rotation: await viewOne(tx, by, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.leaveRotation,
    async (tx, { id, ...by }) => {
      const found = await lockRotation(tx, id);
      requireIn(found, by.actor.id);
      await (found.row.drawn_at === null ? leaveBeforeDraw : leaveAfterDraw)(tx, by, found);
      const detail = by.t("done.rotations.left", { name: found.row.name });
      return { detail, rotation: await viewOne(tx, by, id) };
    },
    aboutOne,
  );

  routes.write(
    contract.drawRotation,
    async (tx, { id, ...by }) => {
      const found = await lockRotation(tx, id);
      await draw(tx, by, found);
      await tellDrawn(tx, by, await lockRotation(tx, id));
      const detail = by.t("done.rotations.drawn", { name: found.row.name });
      return { detail, rotation: await viewOne(tx, by, id) };
    },
    aboutOne,
  );
}

function payingRoutes(routes: Routes): void {
  routes.write(
    contract.payRotation,
    async (tx, { id: rotationId, body, ...by }) => {
      const payer = await payerOf(tx, by.actor, body.member_id);
      const rotation_payment = await payRotation(tx, by, {
        rotationId,
        amountCents: body.amount_paid,
        reference: body.payment_Reference_Code,
        payer,
      });
      const { payment_id: id } = rotation_payment;
      const paid = { id, kind: ROTATION_PAYMENT, payer, body, now: by.now } as const;
      const detail = by.t(await confirmPayment(tx, paid));
      return { detail, rotation_payment, ...(await contestedReply(tx, id)) };
    },
    { ...aboutOne, ...inNameOfMember },
  );
}

const aboutTurn = { exists: isTurn };

/** What a turn brings, and what a member owes who leaves (ROT-5, ROT-8). */
function turnRoutes(routes: Routes): void {
  routes.write(
    contract.payOutTurn,
    async (tx, { id: turnId, body, ...by }) => {
      const { found, receiverId, office } = await payOutTurn(tx, by, {
        turnId,
        amountSeenCents: body.amount_seen,
      });
      await tellMoved(tx, by, {
        what: "paid_out",
        found,
        memberId: receiverId,
        amount: body.amount_seen,
        waitsFor: office,
      });
      const member = nameIn(found, receiverId);
      const detail =
        office === null
          ? by.t("done.rotations.paidOut", { member, amount: body.amount_seen })
          : by.t("done.rotations.payOut", { member, office });
      return { detail, rotation: await viewOne(tx, by, found.row.id) };
    },
    aboutTurn,
  );

  routes.write(
    contract.confirmDirect,
    async (tx, { id: turnId, body: { amount: amountCents, member_id: memberId }, ...by }) => {
      const found = await confirmDirect(tx, by, { turnId, memberId, amountCents });
      await tellConfirmed(tx, by, { found, memberId, amount: amountCents });
      const facts = { amount: amountCents, member: nameIn(found, memberId) };
      const detail = by.t("done.rotations.confirmed", facts);
      return { detail, rotation: await viewOne(tx, by, found.row.id) };
    },
    aboutTurn,
  );

  routes.write(
    contract.settleRotation,
    async (tx, { id: rotationId, body: { member_id: memberId, reason }, ...by }) => {
      const { found, takenCents, office } = await settleFromSavings(tx, by, {
        rotationId,
        memberId,
        reason,
      });
      await tellMoved(tx, by, {
        what: "settled",
        found,
        memberId,
        amount: takenCents,
        waitsFor: office,
      });
      const member = nameIn(found, memberId);
      const detail =
        office === null
          ? by.t("done.rotations.settled", { member, amount: takenCents })
          : by.t("done.rotations.settle", { member, office });
      return { detail, rotation: await viewOne(tx, by, rotationId) };
    },
    aboutOne,
  );
}

function swapRoutes(routes: Routes): void {
  routes.write(
    contract.askSwap,
    async (tx, { id: rotationId, body, ...by }) => {
      const found = await lockRotation(tx, rotationId);
      const withMemberId = body.with_member_id;
      const swapId = await askSwap(tx, by, { found, withMemberId });
      const swap = { found, id: swapId, askedBy: by.actor.id, other: withMemberId };
      await tellSwap(tx, by, swap, null);
      const detail = by.t("done.rotations.swap", { member: nameIn(found, withMemberId) });
      return { detail, swap: await viewSwap(tx, by, { rotationId, swapId }) };
    },
    aboutOne,
  );

  routes.write(
    contract.answerSwap,
    async (tx, { id: swapId, body: { answer }, ...by }) => {
      const { found, askedBy } = await answerSwap(tx, by, { swapId, answer });
      const swap = { found, id: swapId, askedBy, other: by.actor.id };
      await tellSwap(tx, by, swap, answer);
      const member = nameIn(found, askedBy);
      const detail =
        answer === "yes"
          ? by.t("done.rotations.swapped", { member })
          : by.t("done.rotations.swapRefused", { member });
      return { detail, swap: await viewSwap(tx, by, { rotationId: found.row.id, swapId }) };
    },
    { exists: isSwap },
  );
}

/** What waits for the two offices (ROT-4). */
function approvalRoutes(routes: Routes): void {
  routes.read(contract.getRotationPaymentApprovals, async (reader, { actor, query, t }) => {
    const office = officeOf(actor);
    const page = pageOf(query);
    if (office !== "Treasurer" && office !== "Sec-Gen") return nothingOpen(page);
    const { evidence } = query;
    return readOpenRotationPayments(reader, { office, callerId: actor.id, page, evidence, t });
  });

  routes.writeTogether(
    contract.decideRotationPayment,
    decidingOn(ROTATION_PAYMENT, readRotationPayments, (detail, rotation_payment) => ({
      detail,
      rotation_payment,
    })),
    ofPayment(ROTATION_PAYMENT),
  );
}

async function isSwap(reader: Reader, id: number): Promise<boolean> {
  return (await rotationOfSwap(reader, id)) !== null;
}

async function viewSwap(tx: Tx, by: By, ids: { rotationId: number; swapId: number }) {
  const { swaps } = await viewOne(tx, by, ids.rotationId);
  return single(swaps.filter(({ id }) => id === ids.swapId));
}

async function isTurn(reader: Reader, id: number): Promise<boolean> {
  return (await rotationOfTurn(reader, id)) !== null;
}

async function viewOne(tx: Tx, { now }: By, id: number) {
  return single(await viewRotations(tx, { ids: [id], now }));
}

async function lockRotation(tx: Tx, id: number): Promise<FoundRotation> {
  return single(await lockRotations(tx, [id]));
}

/** Refuses with `forbidden` who is not in it, or has left. */
function requireIn({ members }: FoundRotation, memberId: number): void {
  const member = members.find(({ member_id: id }) => id === memberId);
  if (member === undefined || member.left_at !== null) throw refuse("forbidden");
}

async function isRotation(reader: Reader, id: number): Promise<boolean> {
  const row = await reader
    .selectFrom("rotations")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function countRotations(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom("rotations")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
