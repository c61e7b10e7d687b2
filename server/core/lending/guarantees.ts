// Guarantees of loans as answers show them, what members may still guarantee with, and what a loan needs (LEND-6 to LEND-8).
import { type RawBuilder, sql } from "kysely";
import type { GuaranteeView } from "#contract/lending.ts";
import type { Loan } from "#contract/loans.ts";
import type { Person } from "#contract/people.ts";
import { freeSavings, guaranteeNeeded, whyNotGuaranteed } from "#domain/lending/guarantees.ts";
import type { LoanProduct } from "#domain/lending/product.ts";
import { type Cents, toKes } from "#domain/money.ts";
import type { Translate } from "#messages/translator.ts";
import { heldContributions } from "#server/core/ledger/balances.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import { noticeOf, writeNotices } from "#server/core/notices/write-notices.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import { heldForOthers, heldOfGuarantee } from "./held.ts";

/** With their loan; the caller narrows and orders. */
export function selectGuarantees(reader: Reader) {
  return reader
    .selectFrom("loan_guarantees as guarantee")
    .innerJoin("loans as guaranteed", "guaranteed.id", "guarantee.loan_id")
    .select([
      "guarantee.id",
      "guarantee.loan_id",
      "guarantee.amount_cents",
      "guarantee.called_cents",
      "guaranteed.number",
      "guaranteed.loan_type",
    ])
    .select([
      heldOfGuarantee.as("held_cents"),
      sql<GuaranteeView["state"]>`CASE
        WHEN guarantee.state = 'released' THEN 'ended'
        WHEN guarantee.state = 'agreed' AND guaranteed.status NOT IN ('pending', 'pending_approval', 'active', 'default') THEN 'ended'
        WHEN guarantee.state = 'asked' AND guaranteed.status NOT IN ('pending', 'pending_approval') THEN 'ended'
        ELSE guarantee.state END`.as("shown_state"),
      personIn("guaranteed.member_id").$castTo<Person>().as("borrower"),
      personIn("guarantee.member_id").$castTo<Person>().as("guarantor"),
    ]);
}

type GuaranteeRow = Awaited<ReturnType<ReturnType<typeof selectGuarantees>["execute"]>>[number];

export function toGuarantee(row: GuaranteeRow, t: Translate): GuaranteeView {
  return {
    id: row.id,
    loan: { loan_id: row.loan_id, loan_name: t(nameOfLoan(row)) },
    borrower: row.borrower,
    member: row.guarantor,
    amount: toKes(row.amount_cents),
    held: toKes(row.held_cents),
    called: toKes(row.called_cents),
    state: row.shown_state,
  };
}

/** Adds who guarantees them to loans of a product, and what is needed; without one, it reads nothing and changes nothing. */
export async function withGuarantees<L extends Loan>(
  reader: Reader,
  loans: readonly L[],
  t: Translate,
): Promise<L[]> {
  const ids = loans.flatMap(({ product, loan_id: id }) => (product === undefined ? [] : [id]));
  if (ids.length === 0) return [...loans];
  const rows = await selectGuarantees(reader)
    .where("guarantee.loan_id", "=", anyOf("int", ids))
    .orderBy("guarantee.id")
    .execute();
  const needed = await readNeeded(reader, ids);
  return loans.map((loan) => {
    const cents = needed.get(loan.loan_id);
    if (cents === undefined) return loan;
    const guarantees = rows
      .filter((row) => row.loan_id === loan.loan_id)
      .map((row) => toGuarantee(row, t));
    return { ...loan, guarantee_needed: toKes(cents), guarantees };
  });
}

/** What is needed for each: of an application as it is now, of a loan that was paid out as it was then. */
async function readNeeded(reader: Reader, ids: readonly number[]): Promise<Map<number, Cents>> {
  const rows = await reader
    .selectFrom("loans")
    .innerJoin("members", "members.id", "loans.member_id")
    .innerJoin("loan_products", "loan_products.id", "loans.product_id")
    .select(["loans.id", "loans.amount_cents", "loans.start_date", "loans.guarantee_needed_cents"])
    .select("loan_products.guarantee")
    .select(savingsColumns(sql<number>`coalesce(loans.tops_up, 0)`))
    .where("loans.id", "=", anyOf("int", ids))
    .execute();
  return new Map(
    rows.map((row) => {
      const { id, amount_cents: amountCents, start_date: paidOutOn } = row;
      const free = { amountCents, freeSavingsCents: freeSavings(row) };
      const now = guaranteeNeeded(row.guarantee as LoanProduct["guarantee"], free);
      return [id, paidOutOn === null ? now : (row.guarantee_needed_cents ?? 0n)];
    }),
  );
}

/** For queries over `members`: what they may guarantee with. A loan that another one pays off does not count. */
function savingsColumns(besidesLoan: RawBuilder<number>) {
  return [
    heldContributions.as("contributionsCents"),
    heldForOthers.as("heldForOthersCents"),
    sql<Cents>`(SELECT coalesce(sum(own.balance_cents), 0)::bigint FROM loans own
      WHERE own.member_id = members.id AND own.status IN ('active', 'default', 'written_off')
        AND own.id <> ${besidesLoan})`.as("owedCents"),
  ] as const;
}

/** Of a member, in cents; `besidesLoan` is paid off and does not count. */
export async function readSavings(
  reader: Reader,
  { memberId, besidesLoan = 0 }: { memberId: number; besidesLoan?: number },
): Promise<{ freeCents: Cents; heldCents: Cents }> {
  const row = await reader
    .selectFrom("members")
    .select(savingsColumns(sql<number>`${besidesLoan}::int`))
    .where("members.id", "=", memberId)
    .executeTakeFirstOrThrow();
  return { freeCents: freeSavings(row), heldCents: row.heldForOthersCents };
}

/**
 * Refuses an approval before enough is agreed, by enough people. Locks the guarantees, so that none of them is taken
 * back meanwhile. Returns who guarantees.
 */
export async function requireGuaranteed(
  tx: Tx,
  { loanId, needed }: { loanId: number; needed: { cents: Cents; people: number } },
): Promise<void> {
  const agreed = await tx
    .selectFrom("loan_guarantees")
    .select("amount_cents")
    .where("loan_id", "=", loanId)
    .where("state", "=", "agreed")
    .orderBy("id")
    .forUpdate()
    .execute();
  const refusal = whyNotGuaranteed(
    agreed.map(({ amount_cents: cents }) => cents),
    needed,
  );
  if (refusal !== null) throw refusal;
}

/** Notifies who guaranteed loans that have ended: what was held of their savings is free again. */
export async function tellReleased(
  tx: Tx,
  { loanIds, now }: { loanIds: readonly number[]; now: Date },
): Promise<void> {
  if (loanIds.length === 0) return;
  const rows = await selectGuarantees(tx)
    .select("guarantee.member_id")
    .where("guarantee.loan_id", "=", anyOf("int", loanIds))
    .where("guarantee.state", "=", "agreed")
    .orderBy("guarantee.id")
    .execute();
  const notices = rows.map((row) =>
    noticeOf(
      "guarantee_released",
      {
        memberId: row.member_id,
        about: { kind: "loan", id: row.loan_id },
        occasion: `guarantee_released:${row.id}`,
      },
      { member: row.borrower.full_name, amount: row.amount_cents },
    ),
  );
  await writeNotices(tx, { notices, now });
}
