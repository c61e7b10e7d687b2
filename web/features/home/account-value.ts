import { shareGiven } from "#domain/ledger/share-given.ts";
import { fromKes, type Cents } from "#domain/money.ts";

/** What a member's account is made of. */
export type AccountValue = {
  paidCents: Cents;
  /** The member's whole share of the interest; null without one: cleared, inactive, or not a member yet. */
  share: { wholeCents: Cents; percent: number; givenCents: Cents } | null;
  valueCents: Cents;
};

/** Total paid plus 63% (a setting, in percent) of the share; total paid only without one (REP-6). Amounts are KES. */
export function accountValue(params: {
  paid: number;
  share: { whole: number; percent: number } | null;
}): AccountValue {
  const paidCents = fromKes(params.paid);
  if (params.share === null) return { paidCents, share: null, valueCents: paidCents };
  const { whole, percent } = params.share;
  const wholeCents = fromKes(whole);
  const givenCents = shareGiven(wholeCents, BigInt(Math.round(percent * 100)));
  return {
    paidCents,
    share: { wholeCents, percent, givenCents },
    valueCents: paidCents + givenCents,
  };
}
