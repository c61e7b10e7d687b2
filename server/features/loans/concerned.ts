// Whom a change of a loan concerns: locked, notified, and never deciding on it themselves (LEND-9, LEND-10).
import { type Actor, type Office, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { lockBorrowerAndLoan } from "#server/core/lending/loans.ts";
import { lockMembers, nameOf } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Tx } from "#server/db/connection.ts";
import type { By } from "#server/platform/request.ts";
import { readGuarantors } from "./planned-changes.ts";

/** The loan and everybody whom a change of it concerns, all locked: people first, in order. */
export async function lockConcerned(tx: Tx, loanId: number) {
  const found = await tx
    .selectFrom("loans")
    .leftJoin("loan_guarantees", (join) =>
      join
        .onRef("loan_guarantees.loan_id", "=", "loans.id")
        .on("loan_guarantees.state", "=", "agreed"),
    )
    .select(["loans.member_id", "loan_guarantees.member_id as guarantor_id"])
    .where("loans.id", "=", loanId)
    .execute();
  const ids = found.flatMap(({ member_id: borrower, guarantor_id: guarantor }) =>
    guarantor === null ? [borrower] : [borrower, guarantor],
  );
  await lockMembers(tx, ids);
  const { borrower, loan } = await lockBorrowerAndLoan(tx, loanId);
  return { borrower, loan, guarantors: await readGuarantors(tx, loanId) };
}

export type Concerned = Awaited<ReturnType<typeof lockConcerned>>;

/**
 * For whose office an official decides on a change: nobody does on one of their own loan, or a call on their own savings; the
 * Chairperson does so in place of that office. Refuses anybody else.
 */
export function officeDeciding(
  actor: Actor,
  { borrower, guarantors }: Concerned,
  kind: string,
): { office: "Treasurer" | "Sec-Gen"; isActing: boolean } {
  const decider = officeOf(actor);
  const people = [
    { id: borrower.id, office: borrower.office as Office | null },
    ...(kind === "call" ? guarantors.map(({ memberId: id, office }) => ({ id, office })) : []),
  ];
  const isConcerned = people.some(({ id, office }) => id === actor.id || office === decider);
  if (decider === "Treasurer" || decider === "Sec-Gen") {
    if (isConcerned) throw refuse("loan-of-own-office", { office: decider });
    return { office: decider, isActing: false };
  }
  const inPlaceOf = people.find(({ office }) => office === "Treasurer" || office === "Sec-Gen");
  if (decider !== "Chairperson" || isConcerned || inPlaceOf === undefined)
    throw refuse("forbidden");
  return { office: inPlaceOf.office as "Treasurer" | "Sec-Gen", isActing: true };
}

type Event = "loan_change_asked" | "loan_change_done" | "loan_change_ended";

/** Notifies the borrower and the guarantors, but not who caused it. */
export async function tellConcerned(
  tx: Tx,
  by: By,
  { id, event, concerned }: { id: number; event: Event; concerned: Concerned },
): Promise<void> {
  const { borrower, loan, guarantors } = concerned;
  const facts = { member: await nameOf(tx, borrower.id) };
  const people = [borrower.id, ...guarantors.map(({ memberId }) => memberId)];
  const notices = people
    .filter((memberId) => memberId !== by.actor.id)
    .map((memberId) =>
      noticeOf(
        event,
        { memberId, about: { kind: "loan", id: loan.id }, occasion: `${event}:${id}` },
        facts,
      ),
    );
  await writeNotices(tx, { notices, now: by.now });
}
