// M-PESA for members: what is on, and asks (ASK-4). Off, every call but the first is a refusal.
import { LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { setTimeout as wait } from "node:timers/promises";
import type { Ask } from "#contract/mpesa.ts";
import * as contract from "#contract/mpesa.ts";
import { maskedForOwner } from "#domain/members/contacts.ts";
import { ASK_END_MS, type AskState, isOpenAsk } from "#domain/mpesa/ask-states.ts";
import { toKes } from "#domain/money.ts";
import { type Action, type Actor, whyNot } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { waiting } from "#domain/refusals.ts";
import { hasPassed } from "#domain/wrong-clock.ts";
import type { Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { newRequest } from "#server/core/daraja/requests.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { confirmedPhone, findMember } from "#server/core/members/member-directory.ts";
import { inTransaction, type Database, type Reader, type Tx } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { DarajaSettings } from "#server/platform/daraja-settings.ts";
import type { Origin, SignedInRequest } from "#server/platform/request.ts";
import { ageOf, lockAsk, type LockedAsk, readAsk, readAsks } from "./ask-rows.ts";
import { BY_MEMBER } from "./ask-requests.ts";
import { makeAsk } from "./make-ask.ts";
import { moveAsk } from "./settle-ask.ts";
import type { SubmitPayments } from "./submit-ask.ts";

type Parts = {
  settings: DarajaSettings | null;
  submit: SubmitPayments;
};

const OFF = { live: false, asks: false, checks: false, payouts: false, pull: false } as const;

export function mpesaAskRoutes(routes: Routes, { settings, submit }: Parts): void {
  const areAsksOn = settings?.features.asks === true;
  const requireAsks = () => {
    if (settings === null) throw refuse("mpesa-off");
    if (!areAsksOn) throw refuse("asks-off");
  };

  routes.read(contract.getMpesa, async (reader, { actor }) => {
    if (settings === null)
      return { ...OFF, shortcode: null, till: null, phone: null, account: null };
    const { features, shortcode, till } = settings;
    const member = await findMember(reader, actor.id);
    const phone = member === undefined ? null : confirmedPhone(member);
    return {
      ...features,
      shortcode,
      till,
      phone: phone === null ? null : maskedForOwner(phone),
      account: member?.reg_number ?? null,
    };
  });

  routes.write(
    contract.askToPay,
    async (tx, { body, ...by }) => {
      requireAsks();
      const id = await makeAsk(tx, by, { submit, body });
      const ask = await requireAsk(tx, { id, now: by.now, t: by.t });
      return { detail: by.t("done.asks.sent"), ask };
    },
    {
      permit: (actor, { kind }) => permitKind(actor, kind),
      existsInBody: async (reader, body, actor) => !areAsksOn || isOwnLoan(reader, body, actor),
    },
  );

  routes.read(contract.getAsks, async (reader, { actor, now, query, t }) => {
    requireAsks();
    const memberId = await accountOwner(reader, actor, query.member_id);
    return readAsks(reader, { memberId, page: pageOf(query), now, t });
  });

  routes.read(contract.getAsk, async (reader, { actor, id, now, t }) => {
    requireAsks();
    const ask = await requireAsk(reader, { id, now, t });
    const isOwn = ask.member.id === actor.id;
    if (!isOwn && whyNot(actor, "members.read-accounts") !== null) throw refuse("not-found");
    return { ask };
  });

  routes.handle(contract.checkAsk, async (db, { actor, id, now, t }) => {
    requireAsks();
    const requestId = await inTransaction(db, (tx) => queueCheck(tx, { actor, id, now }));
    if (requestId !== null) await settled(db, requestId);
    const ask = await requireAsk(db, { id, now, t });
    return { detail: ask.sentence, ask };
  });

  routes.write(contract.endAsk, async (tx, { actor, id, now, origin, t }) => {
    requireAsks();
    await end(tx, await lockOwnAsk(tx, { actor, id }), { now, origin });
    return { detail: t("done.asks.ended"), ask: await requireAsk(tx, { id, now, t }) };
  });
}

const rights: Readonly<Record<string, Action>> = {
  loan_payment: "loans.repay",
  fine_payment: "fines.pay",
};

function permitKind(actor: Actor, kind: unknown): void {
  const right = typeof kind === "string" ? rights[kind] : undefined;
  const reason = right === undefined ? null : whyNot(actor, right);
  if (reason !== null) throw refuse(reason);
}

/** A value that is no id is left to the body's schema. */
async function isOwnLoan(reader: Reader, body: Record<string, unknown>, actor: Actor) {
  const { kind, loan_id: sent } = body;
  const id = typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : sent;
  if (kind !== LOAN_PAYMENT || !Number.isSafeInteger(id)) return true;
  const loan = await reader
    .selectFrom("loans")
    .select("id")
    .where("id", "=", Math.min(Number(id), 2_147_483_647))
    .where("member_id", "=", actor.id)
    .executeTakeFirst();
  return loan !== undefined;
}

async function requireAsk(
  reader: Reader,
  params: { id: number; now: Date; t: Translate },
): Promise<Ask> {
  const ask = await readAsk(reader, params);
  if (ask === undefined) throw refuse("not-found");
  return ask;
}

type Own = Pick<SignedInRequest, "actor" | "id">;

async function lockOwnAsk(tx: Tx, { actor, id }: Own): Promise<LockedAsk> {
  const ask = await lockAsk(tx, id);
  if (ask === undefined || ask.member_id !== actor.id) throw refuse("not-found");
  return ask;
}

// Asking M-PESA now.

const CHECK_AGAIN_MS = 20_000;
/** How long the member's request waits for M-PESA; its answer counts whenever it comes. */
const ANSWER_WITHIN_MS = 4_000;
const LOOK_EVERY_MS = 100;

/** Returns the request; null if there is nothing to ask. Refuses within 20 s of the last. */
async function queueCheck(tx: Tx, { now, ...own }: Own & { now: Date }): Promise<bigint | null> {
  const ask = await lockOwnAsk(tx, own);
  const since = ask.checked_at;
  if (since !== null && !hasPassed({ since, ms: CHECK_AGAIN_MS }, now)) {
    const leftMs = Math.min(CHECK_AGAIN_MS, since.getTime() + CHECK_AGAIN_MS - now.getTime());
    throw refuse("too-many-requests", waiting(Math.ceil(leftMs / 1_000)));
  }
  if (ask.state === "paid") return null;
  await tx.updateTable("mpesa_asks").set({ checked_at: now }).where("id", "=", ask.id).execute();
  const subject = { kind: "ask", id: BigInt(ask.id) } as const;
  return newRequest(tx, { kind: "query_ask", subject, attempt: BY_MEMBER, now });
}

/** Resolves when M-PESA has replied, or after a few seconds. */
async function settled(db: Database, requestId: bigint): Promise<void> {
  const until = performance.now() + ANSWER_WITHIN_MS;
  while (performance.now() < until) {
    const request = await db
      .selectFrom("daraja_requests")
      .select("state")
      .where("id", "=", requestId)
      .executeTakeFirst();
    if (request?.state !== "queued" && request?.state !== "sending") return;
    await wait(LOOK_EVERY_MS);
  }
}

async function end(
  tx: Tx,
  ask: LockedAsk,
  { now, origin }: { now: Date; origin: Origin },
): Promise<void> {
  if (!isOpenAsk(ask.state as AskState)) throw refuse("ask-decided");
  if (ageOf(ask, now) < ASK_END_MS) throw refuse("ask-too-young");
  await moveAsk(tx, ask, { event: { kind: "ended" }, now });
  await recordAudit(tx, {
    now,
    actorId: ask.member_id,
    action: "asks.end",
    subject: "ask",
    subjectId: ask.id,
    after: { amount: toKes(ask.amount_cents) },
    address: origin.address,
  });
}
