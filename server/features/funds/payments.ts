// What members pay into funds (FUND-7): core/approvals decides on it.
import type { FundPayment } from "#contract/funds.ts";
import { single } from "#domain/assert.ts";
import type { Cents } from "#domain/money.ts";
import { FUND_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { type Refusal, refuse } from "#domain/refusal.ts";
import { contestedBy } from "#server/core/approvals/contested.ts";
import type { CollectedPayment, ValidateFigures } from "#server/core/approvals/enter-collected.ts";
import { evidenceColumn } from "#server/core/approvals/evidence.ts";
import {
  type OpenParams,
  type PaymentRow,
  readingByIds,
  readOpenPayments,
  selectPayments,
  toPaymentFields,
} from "#server/core/approvals/payment-rows.ts";
import { ownPayer, type Payer, submitPayment } from "#server/core/approvals/payments.ts";
import { holdOpenFund } from "#server/core/funds/read-funds.ts";
import { lockMember } from "#server/core/members/member-directory.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import { anyOf, preparedQuery } from "#server/db/prepared-queries/prepared-query.ts";
import type { SpokenTo, Viewer } from "#server/platform/request.ts";

type Paid = {
  fundId: number;
  amountCents: Cents;
  reference: string;
  payer?: Payer;
  paidAt?: Date;
};

/**
 * Submits a payment, dated now; or an official's entry for a member, dated as on the statement (STAT-16). Any amount may be
 * paid, whatever the fund asks for. Refuses with `not-found` and `fund-closed`.
 */
export async function payFund(tx: Tx, by: SpokenTo, paid: Paid): Promise<FundPayment> {
  const payer = paid.payer ?? ownPayer(by.actor);
  await lockMember(tx, payer.memberId);
  const fund = await holdOpenFund(tx, paid.fundId);
  const id = await submitPayment(tx, by, {
    kind: FUND_PAYMENT,
    payer,
    amountCents: paid.amountCents,
    reference: paid.reference,
    paidAt: paid.paidAt ?? by.now,
    contributionMonth: null,
    loan: null,
    fund,
  });
  return single(await readFundPayments(tx, [{ id, callerId: by.actor.id, t: by.t }]));
}

/** Those of a collection sheet: any amount for a fund that is open. None of them closes until the transaction ends. */
export const validateFundPayments: ValidateFigures = async (tx, _by, figures) => {
  const funds = await tx
    .selectFrom("funds")
    .select(["id", "name", "closed_at"])
    .where("id", "=", anyOf("int", [...new Set(figures.map(({ fundId }) => fundId ?? 0))]))
    .orderBy("id")
    .forShare()
    .execute();
  const byId = new Map(funds.map((fund) => [fund.id, fund]));
  return figures.map(({ memberId, amountCents, fundId }): CollectedPayment | Refusal => {
    const fund = byId.get(fundId ?? 0);
    if (fund === undefined) return refuse("no-such-fund");
    if (fund.closed_at !== null) return refuse("fund-closed");
    return {
      kind: FUND_PAYMENT,
      memberId,
      amountCents,
      contributionMonth: null,
      loan: null,
      early: null,
      fund: { id: fund.id, name: fund.name },
    };
  });
};

/** As their lists show them to each caller, in the order of the ids. */
export const readFundPayments = readingByIds(
  preparedQuery((reader, ids: readonly number[]) =>
    selectFundPayments(reader).where("payments.id", "=", anyOf("int", ids)),
  ),
  toFundPayment,
);

/** Those that an office still has to decide on, newest first, with the statements' evidence. */
export function readOpenFundPayments(reader: Reader, params: OpenParams) {
  return readOpenPayments(
    reader,
    { ...params, kind: FUND_PAYMENT },
    selectFundPayments(reader).select([evidenceColumn.as("evidence"), contestedBy.as("contested")]),
    (row) => toFundPayment(row, params),
  );
}

function selectFundPayments(reader: Reader) {
  return selectPayments(reader, FUND_PAYMENT)
    .innerJoin("funds", "funds.id", "payments.fund_id")
    .select(["funds.id as fund_id", "funds.name as fund_name"]);
}

function toFundPayment(
  row: PaymentRow & { fund_id: number; fund_name: string },
  viewer: Viewer,
): FundPayment {
  return { ...toPaymentFields(row, viewer), fund: { id: row.fund_id, name: row.fund_name } };
}
