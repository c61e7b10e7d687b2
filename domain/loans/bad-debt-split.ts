// How a bad debt and its recoveries divide into principal and interest (EXIT-11: principal = amount x 100/110).
import { assert } from "../assert.ts";
import { type Cents, mulDiv } from "../money.ts";

type Split = { principalCents: Cents; interestCents: Cents };

/** The parts of a bad debt as it is opened. */
export function splitBadDebt(debtCents: Cents): Split {
  const principalCents = mulDiv(debtCents, 100n, 110n, "half-up");
  return { principalCents, interestCents: debtCents - principalCents };
}

/** The parts of one recovery, by the running total, so that a full recovery adds up to the debt's own parts. */
export function splitRecovery(params: {
  debtCents: Cents;
  recoveredBeforeCents: Cents;
  recoveredCents: Cents;
}): Split {
  const { debtCents, recoveredBeforeCents, recoveredCents } = params;
  assert(
    recoveredBeforeCents >= 0n &&
      recoveredCents > 0n &&
      recoveredBeforeCents + recoveredCents <= debtCents,
    `${recoveredCents} cents on top of ${recoveredBeforeCents} do not fit a debt of ${debtCents}`,
  );
  const before = splitBadDebt(recoveredBeforeCents);
  const after = splitBadDebt(recoveredBeforeCents + recoveredCents);
  return {
    principalCents: after.principalCents - before.principalCents,
    interestCents: after.interestCents - before.interestCents,
  };
}
