// The terms of a share-out, as they were sent and as they are stored.
import type { BodyOf } from "#contract/endpoint.ts";
import type { previewDistribution } from "#contract/distributions.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { ShareOutWay } from "#domain/ledger/share-out-postings.ts";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Basis, SetOff } from "#domain/sharing/share-out.ts";
import type { Reader } from "#server/db/connection.ts";

export type Terms = {
  basis: Basis;
  amountCents: Cents;
  /** Null but for `savings_days`. */
  from: PlainDate | null;
  to: PlainDate;
  /** Null but for `shares`. */
  shareValueCents: Cents | null;
  returnSavings: boolean;
  setOff: SetOff;
  payAs: ShareOutWay;
  description: string;
};

/** Refuses terms that do not go together, at their field. */
export function termsOf(body: BodyOf<typeof previewDistribution>, today: PlainDate): Terms {
  const { basis, from, to = today, share_value: shareValue } = body;
  if (to > today) throw refuse("date-in-future").at("to");
  if (basis === "savings_days" && from === undefined)
    throw refuse("share-out-first-day").at("from");
  if (basis === "savings_days" && from !== undefined && from > to)
    throw refuse("share-out-days-crossed").at("from");
  if (basis === "shares" && shareValue === undefined)
    throw refuse("share-out-value").at("share_value");
  const returnSavings = body.return_savings ?? false;
  const payAs = body.pay_as ?? "bank";
  if (returnSavings && payAs === "savings") throw refuse("share-out-from-bank").at("pay_as");
  return {
    basis,
    amountCents: body.amount,
    from: basis === "savings_days" ? (from ?? null) : null,
    to,
    shareValueCents: basis === "shares" ? (shareValue ?? null) : null,
    returnSavings,
    setOff: body.set_off ?? "none",
    payAs,
    description: body.description,
  };
}

/** As the columns of `distributions`. */
export function columnsOf(terms: Terms) {
  return {
    basis: terms.basis,
    amount_cents: terms.amountCents,
    from_on: terms.from,
    to_on: terms.to,
    share_value_cents: terms.shareValueCents,
    return_savings: terms.returnSavings,
    set_off: terms.setOff,
    pay_as: terms.payAs,
    description: terms.description,
  };
}

export function selectDistributions(reader: Reader) {
  return reader.selectFrom("distributions").selectAll("distributions");
}

export type DistributionRow = Awaited<
  ReturnType<ReturnType<typeof selectDistributions>["execute"]>
>[number];

/** The database admits only the words of the contract. */
export function termsIn(row: DistributionRow): Terms {
  return {
    basis: row.basis as Basis,
    amountCents: row.amount_cents,
    from: row.from_on,
    to: row.to_on,
    shareValueCents: row.share_value_cents,
    returnSavings: row.return_savings,
    setOff: row.set_off as SetOff,
    payAs: row.pay_as as ShareOutWay,
    description: row.description,
  };
}
