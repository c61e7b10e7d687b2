// Applying for a loan (LOAN-4 to LOAN-6).
import type { Loan } from "#contract/loans.ts";
import { requireStanding, tellEntered } from "#server/core/approvals/payments.ts";
import { flatInterest } from "#domain/loans.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { readGroupBalance } from "#server/core/ledger/bank.ts";
import { readGroupSettings, type LoanType } from "#server/core/members/group-settings.ts";
import { readLoanLimit } from "#server/core/ledger/loans.ts";
import { nameOf } from "#server/core/members/office-proposals.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Origin } from "#server/platform/request.ts";
import { readLoan } from "./loans.ts";

type By = { actor: Actor; now: Date; origin: Origin; t: Translate };

/**
 * Stores an application with the group's current terms. Refuses while a loan is in default or an application of the
 * type waits, and above the group balance; above the member's limit it is stored as rejected, with the reason.
 */
export async function applyForLoan(
  tx: Tx,
  by: By,
  command: { amountCents: Cents; loanType: LoanType; borrower?: Borrower },
): Promise<Loan> {
  const own = { memberId: by.actor.id, enteredBy: null };
  const { memberId, enteredBy } = command.borrower ?? own;
  // Applications of one member run one after the other: limit and number count them.
  await lockMember(tx, memberId);
  const earlier = await tx
    .selectFrom("loans")
    .select(["number", "loan_type", "status"])
    .where("member_id", "=", memberId)
    .execute();
  if (earlier.some((loan) => loan.status === "default")) throw refuse("loan-in-default");
  const waits = earlier.some(
    ({ loan_type: type, status }) =>
      type === command.loanType && (status === "pending" || status === "pending_approval"),
  );
  if (waits) throw refuse("loan-already-pending", { type: command.loanType });
  if (command.amountCents > (await readGroupBalance(tx)))
    throw refuse("loan-above-group-balance").at("amount");
  const limitCents = await readLoanLimit(tx, { memberId });
  const refusedBecause =
    command.amountCents > limitCents
      ? inEnglish("descriptions.loanAboveLimit", { limit: limitCents })
      : null;
  const terms = (await readGroupSettings(tx)).loanTerms[command.loanType];
  const { id } = await tx
    .insertInto("loans")
    .values({
      member_id: memberId,
      entered_by: enteredBy,
      number: 1 + Math.max(0, ...earlier.map((loan) => loan.number)),
      loan_type: command.loanType,
      amount_cents: command.amountCents,
      interest_cents: flatInterest(command.amountCents, terms.rateBasisPoints),
      rate_bp: terms.rateBasisPoints,
      term_months: terms.months,
      applied_at: by.now,
      refused_because: refusedBecause,
      refused_above_cents: refusedBecause === null ? null : limitCents,
      status: refusedBecause === null ? "pending" : "rejected",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "loans.apply",
    subject: "loan",
    subjectId: id,
    after: {
      amount: toKes(command.amountCents),
      loan_type: command.loanType,
      status: refusedBecause === null ? "pending" : "rejected",
      ...(refusedBecause === null ? {} : { reason: refusedBecause }),
      ...(enteredBy === null ? {} : { member_id: memberId }),
    },
    address: by.origin.address,
  });
  if (refusedBecause === null) await tellOfficials(tx, by, { id, memberId, ...command });
  return readLoan(tx, { id, callerId: by.actor.id, t: by.t });
}

/** NOTE-9: notifies the officials at once, because they decide; not the borrower, who may be one. */
async function tellOfficials(
  tx: Tx,
  by: By,
  applied: { id: number; memberId: number; amountCents: Cents },
): Promise<void> {
  const member = await nameOf(tx, applied.memberId);
  const officials = await tx
    .selectFrom("members")
    .select("id")
    .where("office", "is not", null)
    .where("is_active", "=", true)
    .where("id", "not in", [applied.memberId, by.actor.id])
    .orderBy("id")
    .execute();
  const about = { kind: "loan", id: applied.id } as const;
  const notices = officials.map(({ id }) =>
    noticeOf(
      "loan_applied",
      { memberId: id, about, occasion: `loan_applied:${applied.id}` },
      { member, amount: applied.amountCents },
    ),
  );
  await writeNotices(tx, { notices, now: by.now });
}

// An office enters an application in a member's name (OPEN-54).

/** Whose loan it is, and the official who enters the application; null when the member applies. */
export type Borrower = { memberId: number; enteredBy: number | null };

/** Like `payerOf`, for a loan: a member with an account applies themselves, so that nobody borrows in their name. */
export async function borrowerOf(
  tx: Tx,
  actor: Actor,
  memberId: number | undefined,
): Promise<Borrower> {
  if (memberId === undefined || memberId === actor.id)
    return { memberId: actor.id, enteredBy: null };
  const member = await requireStanding(tx, memberId);
  if (member.email_verified_at !== null || member.is_founder)
    throw refuse("member-applies-themselves").at("member_id");
  if (member.status === "dormant") throw refuse("dormant-cannot-borrow").at("member_id");
  return { memberId: member.id, enteredBy: actor.id };
}

type EnteredLoan = {
  id: number;
  borrower: Borrower;
  amount: Cents;
  /** Whether an office decides on it. The mail says so; no mail goes out if the limit refused it at once. */
  waits: boolean;
  now: Date;
};

/** The same for a loan application. */
export async function tellLoanEntered(
  tx: Tx,
  { id, borrower, amount, waits, now }: EnteredLoan,
): Promise<Message> {
  return tellEntered(
    tx,
    { ...borrower, now },
    {
      notice: (to, official) => {
        const mail = waits
          ? { mail: { to, letter: letter("loanEnteredFor", { amount, official }) } }
          : {};
        const about = { kind: "loan", id } as const;
        const occasion = `loan_entered:${id}`;
        return noticeOf(
          "loan_entered",
          { memberId: to.id, about, occasion, ...mail },
          { amount, official },
        );
      },
      done: (member) => message("done.entered.loan", { amount, member }),
    },
  );
}
