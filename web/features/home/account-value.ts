import { shareGiven } from "#domain/members/exit-settlement.ts";
import type { Cents } from "#domain/money.ts";
import { sumCents } from "#web/ui/money.tsx";

/** What a member's account is made of. */
export type AccountValue = {
  paidCents: Cents;
  /** The member's whole share of the interest; null for who has none: cleared, inactive, or not a member yet. */
  share: { wholeCents: Cents; percent: number; givenCents: Cents } | null;
  valueCents: Cents;
};

/** Total paid plus 63% (a setting, in percent) of the share; total paid only without one (REP-6). Amounts are KES. */
export function accountValue(params: {
  paid: number;
  share: { whole: number; percent: number } | null;
}): AccountValue {
  const paidCents = sumCents([params.paid]);
  if (params.share === null) return { paidCents, share: null, valueCents: paidCents };
  const { whole, percent } = params.share;
  const wholeCents = sumCents([whole]);
  const givenCents = shareGiven(wholeCents, BigInt(Math.round(percent * 100)));
  return {
    paidCents,
    share: { wholeCents, percent, givenCents },
    valueCents: paidCents + givenCents,
  };
}
