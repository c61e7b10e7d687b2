// Guarantors: who is asked, and what they answer (LEND-6, LEND-7).
import * as contract from "#contract/lending.ts";
import { getGuarantees } from "#contract/loans.ts";
import type { Person } from "#contract/people.ts";
import type { GuaranteeAnswer } from "#domain/lending/guarantees.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import { readSavings, selectGuarantees, toGuarantee } from "#server/core/lending/guarantees.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import {
  byName,
  findMember,
  isMemberNamed,
  lockMember,
  type MemberRow,
  nameOf,
  personColumns,
  toPerson,
} from "#server/core/members/member-directory.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { By, SpokenTo } from "#server/platform/request.ts";
import { isOwnLoan } from "./loans.ts";

export function guarantorRoutes(routes: Routes): void {
  routes.read(getGuarantees, async (reader, { actor, query, t }) => {
    const memberId = query.member ?? actor.id;
    // An auditor has none of their own.
    if (actor.isAuditor && query.member === undefined) throw refuse("forbidden");
    if (memberId !== actor.id && !can(actor, "members.read-accounts")) throw refuse("forbidden");
    if ((await findMember(reader, memberId)) === undefined) throw refuse("not-found");
    const rows = await selectGuarantees(reader)
      .where("guarantee.member_id", "=", memberId)
      .orderBy("guarantee.id", "desc")
      .execute();
    const { freeCents, heldCents } = await readSavings(reader, { memberId });
    return {
      free_savings: toKes(freeCents),
      held: toKes(heldCents),
      guarantees: rows.map((row) => toGuarantee(row, t)),
    };
  });

  routes.read(contract.findGuarantors, async (reader, { actor, query }) => ({
    members: await findGuarantors(reader, { searched: query.search, callerId: actor.id }),
  }));

  routes.write(
    contract.askGuarantor,
    async (tx, { body, id: loanId, ...by }) => {
      const { loan } = await lockBorrowerAndLoan(tx, loanId);
      const { member_id: memberId, amount: amountCents } = body;
      const id = await askGuarantor(tx, by, { loan, memberId, amountCents });
      const guarantee = await readGuarantee(tx, id, by.t);
      const member = guarantee.member.full_name;
      return { detail: by.t("done.guarantees.asked", { member, amount: amountCents }), guarantee };
    },
    { exists: (reader, id, actor) => isOwnLoan(reader, id, actor.id) },
  );

  routes.write(
    contract.removeGuarantor,
    async (tx, { id, ...by }) => {
      const { guarantee, loan } = await lockGuarantee(tx, id);
      if (loan.start_date !== null) throw refuse("guarantee-stands");
      if (!isOpen(guarantee, loan)) throw refuse("guarantee-answered");
      await changeState(tx, by, { guarantee, to: "released" });
      const member = await nameOf(tx, guarantee.member_id);
      return { detail: by.t("done.guarantees.removed", { member }) };
    },
    { exists: (reader, id, actor) => isOf(reader, id, { borrowerId: actor.id }) },
  );

  routes.write(
    contract.answerGuarantee,
    async (tx, { id, body, ...by }) => {
      const seen = { amountSeenCents: body.amount_seen };
      const done = await answer(tx, by, { id, answer: body.answer, ...seen });
      const guarantee = await readGuarantee(tx, id, by.t);
      const facts = { member: guarantee.borrower.full_name, amount: done.amountCents };
      return { detail: by.t(`done.guarantees.${done.to}`, facts), guarantee };
    },
    { exists: (reader, id, actor) => isOf(reader, id, { memberId: actor.id }) },
  );
}

/** Active members by name, without the caller; without officials where they do not guarantee. */
async function findGuarantors(
  reader: Reader,
  { searched, callerId }: { searched: string; callerId: number },
): Promise<Person[]> {
  const { areOfOfficials } = (await readGroupSettings(reader)).guarantees;
  let rows = reader
    .selectFrom("members")
    .select(personColumns)
    .where("members.status", "=", "active")
    .where("members.is_active", "=", true)
    .where("members.exited_on", "is", null)
    .where("members.id", "!=", callerId)
    .where(isMemberNamed(searched));
  if (!areOfOfficials) rows = rows.where("members.office", "is", null);
  const found = await byName(rows).limit(10).execute();
  return found.map(toPerson);
}

type Loan = Awaited<ReturnType<typeof lockBorrowerAndLoan>>["loan"];

/**
 * Asks a member to guarantee a part of an application, which its caller has locked. Refuses a loan that is no open
 * application of a product, and, on `member_id`, who does not guarantee it. Returns the guarantee's id.
 */
export async function askGuarantor(
  tx: Tx,
  by: By,
  wanted: { loan: Loan; memberId: number; amountCents: Cents },
): Promise<number> {
  const { loan, memberId, amountCents } = wanted;
  if (loan.product_id === null) throw refuse("loan-without-instalments");
  if (loan.start_date !== null) throw refuse("item-decided", { status: "approved" });
  if (loan.status === "rejected") throw refuse("item-decided", { status: "rejected" });
  if (memberId === loan.member_id) throw refuse("guarantor-oneself").at("member_id");
  const member = await findMember(tx, memberId);
  if (member === undefined) throw refuse("guarantor-not-active").at("member_id");
  await requireGuarantor(tx, member);
  const earlier = await tx
    .selectFrom("loan_guarantees")
    .select("id")
    .where("loan_id", "=", loan.id)
    .where("member_id", "=", memberId)
    .where("state", "in", ["asked", "agreed"])
    .executeTakeFirst();
  if (earlier !== undefined) throw refuse("guarantor-asked-already").at("member_id");
  const { id } = await tx
    .insertInto("loan_guarantees")
    .values({
      loan_id: loan.id,
      member_id: memberId,
      amount_cents: amountCents,
      state: "asked",
      asked_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "guarantees.ask",
    subject: "guarantee",
    subjectId: id,
    after: { amount: toKes(amountCents), member_id: memberId },
    address: by.origin.address,
  });
  const about = { kind: "loan", id: loan.id } as const;
  const to = { memberId, about, occasion: `guarantee_asked:${id}`, now: by.now };
  const borrower = await nameOf(tx, loan.member_id);
  await tell(tx, "guarantee_asked", to, { member: borrower, amount: amountCents });
  return id;
}

/** Refuses, on `member_id`, who is not active, holds an office where officials do not guarantee, or guarantees enough. */
async function requireGuarantor(reader: Reader, member: MemberRow): Promise<void> {
  const isActive = member.is_active && member.status === "active" && member.exited_on === null;
  if (!isActive) throw refuse("guarantor-not-active").at("member_id");
  const { atMost, areOfOfficials } = (await readGroupSettings(reader)).guarantees;
  if (!areOfOfficials && member.office !== null) throw refuse("guarantor-official").at("member_id");
  if (atMost === null) return;
  const rows = await reader
    .selectFrom("loan_guarantees")
    .innerJoin("loans", "loans.id", "loan_guarantees.loan_id")
    .select("loans.id")
    .where("loan_guarantees.member_id", "=", member.id)
    .where("loan_guarantees.state", "=", "agreed")
    .where("loans.status", "in", ["pending", "pending_approval", "active", "default"])
    .execute();
  if (rows.length >= atMost) throw refuse("guarantor-of-enough").at("member_id");
}

type Guarantee = Awaited<ReturnType<typeof lockGuarantee>>["guarantee"];

/** Locks the guarantee; a loan is paid out only under the locks of its guarantees. */
async function lockGuarantee(tx: Tx, id: number) {
  const guarantee = await tx
    .selectFrom("loan_guarantees")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const loan = await tx
    .selectFrom("loans")
    .select(["id", "member_id", "status", "start_date"])
    .where("id", "=", guarantee.loan_id)
    .executeTakeFirstOrThrow();
  return { guarantee, loan };
}

function isOpen({ state }: Guarantee, { status }: { status: string }): boolean {
  const isApplication = status === "pending" || status === "pending_approval";
  return isApplication && (state === "asked" || state === "agreed");
}

type Answer = { id: number; answer: GuaranteeAnswer; amountSeenCents: Cents | undefined };
type Answered = "agreed" | "declined" | "withdrawn";

/**
 * Under the lock of the guarantor, whose free savings the answer is checked against. Refuses another amount than the one seen,
 * more than the free savings, a second answer, and any once the loan is paid out.
 */
async function answer(
  tx: Tx,
  by: SpokenTo,
  { id, answer: choice, amountSeenCents }: Answer,
): Promise<{ to: Answered; amountCents: Cents }> {
  const member = await lockMember(tx, by.actor.id);
  const { guarantee, loan } = await lockGuarantee(tx, id);
  if (loan.start_date !== null && guarantee.state === "agreed") throw refuse("guarantee-stands");
  if (!isOpen(guarantee, loan)) throw refuse("guarantee-answered");
  const isAgreed = guarantee.state === "agreed";
  if (isAgreed && choice !== "withdraw") throw refuse("guarantee-answered");
  const { amount_cents: amountCents } = guarantee;
  if (choice === "agree") {
    if (amountSeenCents !== amountCents) throw refuse("guarantee-changed").at("amount_seen");
    await requireGuarantor(tx, member);
    const { freeCents: most } = await readSavings(tx, { memberId: member.id });
    if (amountCents > most) throw refuse("guarantee-above-savings", { most }).at("amount_seen");
  }
  const to = choice === "agree" ? "agreed" : isAgreed ? "withdrawn" : "declined";
  await changeState(tx, by, { guarantee, to });
  const about = { kind: "loan", id: loan.id } as const;
  const notified = {
    memberId: loan.member_id,
    about,
    occasion: `guarantee_${to}:${id}`,
    now: by.now,
  };
  const facts = { member: await nameOf(tx, member.id), amount: amountCents };
  await tell(tx, `guarantee_${to}`, notified, facts);
  return { to, amountCents };
}

const auditedAs = {
  agreed: "guarantees.agree",
  declined: "guarantees.decline",
  withdrawn: "guarantees.withdraw",
  released: "guarantees.release",
} as const;

async function changeState(
  tx: Tx,
  by: By,
  { guarantee, to }: { guarantee: Guarantee; to: Answered | "released" },
): Promise<void> {
  await tx
    .updateTable("loan_guarantees")
    .set({ state: to, answered_at: by.now })
    .where("id", "=", guarantee.id)
    .execute();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: auditedAs[to],
    subject: "guarantee",
    subjectId: guarantee.id,
    after: { amount: toKes(guarantee.amount_cents), member_id: guarantee.member_id },
    address: by.origin.address,
  });
  if (to !== "released" || guarantee.state !== "agreed") return;
  const { borrower } = await selectGuarantees(tx)
    .where("guarantee.id", "=", guarantee.id)
    .executeTakeFirstOrThrow();
  const about = { kind: "loan", id: guarantee.loan_id } as const;
  const released = `guarantee_released:${guarantee.id}`;
  const notified = { memberId: guarantee.member_id, about, occasion: released, now: by.now };
  const facts = { member: borrower.full_name, amount: guarantee.amount_cents };
  await tell(tx, "guarantee_released", notified, facts);
}

async function readGuarantee(
  reader: Reader,
  id: number,
  t: Translate,
): Promise<contract.GuaranteeView> {
  const row = await selectGuarantees(reader)
    .where("guarantee.id", "=", id)
    .executeTakeFirstOrThrow();
  return toGuarantee(row, t);
}

async function isOf(
  reader: Reader,
  id: number,
  who: { borrowerId?: number; memberId?: number },
): Promise<boolean> {
  const row = await reader
    .selectFrom("loan_guarantees")
    .innerJoin("loans", "loans.id", "loan_guarantees.loan_id")
    .select(["loan_guarantees.member_id", "loans.member_id as borrower_id"])
    .where("loan_guarantees.id", "=", id)
    .executeTakeFirst();
  return (
    row !== undefined && (row.borrower_id === who.borrowerId || row.member_id === who.memberId)
  );
}
