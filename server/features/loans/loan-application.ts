// Applying for a loan (LOAN-4 to LOAN-6), plain or of a product (LEND-2), also in a member's name (OPEN-54).
import type { Loan } from "#contract/loans.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { flatInterest } from "#domain/loans.ts";
import { type Cents, sumOf, toKes } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { message, type Message } from "#messages/message.ts";
import { inEnglish } from "#messages/translator.ts";
import { requireStanding, tellEntered } from "#server/core/approvals/payments.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { letter } from "#server/core/mail/letters.ts";
import { readGroupBalance } from "#server/core/ledger/bank.ts";
import { readStandings } from "#server/core/lending/loan-fields.ts";
import { type LoanType, readGroupSettings } from "#server/core/members/group-settings.ts";
import { lockBorrowerAndLoan, readLoanLimit } from "#server/core/lending/loans.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import { lockMember, nameOf } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { SpokenTo } from "#server/platform/request.ts";
import { askGuarantor } from "./guarantors.ts";
import { readLoan } from "./loans.ts";
import { planLoan, type Planned, type WantedLoan } from "./plan-loan.ts";

/**
 * Stores an application with the group's current terms, or those of a product. Refuses while a loan is in default or
 * late, or an application of the type waits, a plain one where the group has only products, what the product does not
 * allow, and above the group balance; above the member's limit it is stored as rejected, with the reason.
 */
export async function applyForLoan(
  tx: Tx,
  by: SpokenTo,
  command: {
    amountCents: Cents;
    loanType: LoanType;
    wanted?: WantedLoan;
    borrower?: Borrower;
    guarantors?: readonly { memberId: number; amountCents: Cents }[];
  },
): Promise<Loan> {
  const own = { memberId: by.actor.id, enteredBy: null };
  const { memberId, enteredBy } = command.borrower ?? own;
  const { amountCents, wanted, guarantors = [] } = command;
  const today = nairobiDate(by.now);
  if (wanted === undefined && !(await readGroupSettings(tx)).hasPlainLoans)
    throw refuse("loan-of-a-product-only").at("product_id");
  // Applications of one member run one after the other: limit and number count them.
  await lockMember(tx, memberId);
  const earlier = await tx
    .selectFrom("loans")
    .select(["id", "number", "loan_type", "status", "version"])
    .where("member_id", "=", memberId)
    .execute();
  if (earlier.some((loan) => loan.status === "default")) throw refuse("loan-in-default");
  await refuseLate(tx, earlier, today);
  const planned =
    wanted === undefined ? null : await planLoan(tx, { memberId, amountCents, today, ...wanted });
  const loanType = planned?.product.loanType ?? command.loanType;
  const waits = earlier.some(
    ({ loan_type: type, status }) =>
      type === loanType && (status === "pending" || status === "pending_approval"),
  );
  if (waits) throw refuse("loan-already-pending", { type: loanType });
  if ((planned?.paidOutCents ?? amountCents) > (await readGroupBalance(tx)))
    throw refuse("loan-above-group-balance").at("amount");
  const limitCents = planned?.limitCents ?? (await readLoanLimit(tx, { memberId }));
  const aboveLimit =
    amountCents > limitCents ? message("descriptions.loanAboveLimit", { limit: limitCents }) : null;
  const refusedBecause = aboveLimit === null ? null : inEnglish(aboveLimit);
  const terms =
    planned === null ? await plainTerms(tx, { amountCents, loanType }) : termsOf(planned);
  const { id } = await tx
    .insertInto("loans")
    .values({
      member_id: memberId,
      entered_by: enteredBy,
      number: 1 + Math.max(0, ...earlier.map((loan) => loan.number)),
      loan_type: loanType,
      amount_cents: amountCents,
      ...terms,
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
      amount: toKes(amountCents),
      loan_type: loanType,
      ...(planned === null
        ? {}
        : { product: planned.product.name, instalments: String(planned.instalments) }),
      status: refusedBecause === null ? "pending" : "rejected",
      ...(aboveLimit === null ? {} : { reason: aboveLimit }),
      ...(enteredBy === null ? {} : { member_id: memberId }),
    },
    address: by.origin.address,
  });
  if (refusedBecause === null) {
    await tellOfficials(tx, by, { id, memberId, amountCents });
    await askGuarantors(tx, by, { loanId: id, guarantors });
  }
  return readLoan(tx, { id, callerId: by.actor.id, t: by.t, today });
}

type Wanted = { loanId: number; guarantors: readonly { memberId: number; amountCents: Cents }[] };

async function askGuarantors(tx: Tx, by: SpokenTo, { loanId, guarantors }: Wanted): Promise<void> {
  if (guarantors.length === 0) return;
  const { loan } = await lockBorrowerAndLoan(tx, loanId);
  for (const wanted of guarantors) await askGuarantor(tx, by, { loan, ...wanted });
}

/** Being late goes by days, on loans of a product; a plain loan is late when it is in default. */
async function refuseLate(
  reader: Reader,
  loans: readonly { id: number; status: string; version: number | null }[],
  today: PlainDate,
): Promise<void> {
  const running = loans.filter(({ status, version }) => status === "active" && version !== null);
  if (running.length === 0) return;
  const ids = running.map(({ id }) => id);
  const standings = [...(await readStandings(reader, ids, today)).values()];
  if (standings.some(({ daysLate }) => daysLate > 0)) throw refuse("late-with-a-loan");
}

async function plainTerms(
  reader: Reader,
  { amountCents, loanType }: { amountCents: Cents; loanType: LoanType },
) {
  const terms = (await readGroupSettings(reader)).loanTerms[loanType];
  return {
    interest_cents: flatInterest(amountCents, terms.rateBasisPoints),
    rate_bp: terms.rateBasisPoints,
    term_months: terms.months,
  };
}

function termsOf({ product, schedule, instalments, feeCents, topsUp }: Planned) {
  const { rateBasisPoints, graceKind, graceMonths } = product.terms;
  return {
    interest_cents: sumOf(schedule.rows, (row) => row.interestCents),
    rate_bp: rateBasisPoints,
    term_months: instalments + (graceKind === "free" ? graceMonths : 0),
    product_id: product.id,
    instalments,
    fee_cents: feeCents,
    tops_up: topsUp?.id ?? null,
  };
}

/** NOTE-9: notifies the officials at once, because they decide; not the borrower, who may be one. */
async function tellOfficials(
  tx: Tx,
  by: SpokenTo,
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
  if (member.is_proven) throw refuse("member-applies-themselves").at("member_id");
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

/** Notifies the member that an official entered the application; returns what that official reads. */
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
