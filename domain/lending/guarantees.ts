// What guarantors answer for: how much is needed, what is held of each, and how a call is shared. All in cents.
import { byLargestRemainder } from "#domain/largest-remainder.ts";
import { type Cents, least, most, mulDiv, sumOf } from "#domain/money.ts";
import { type Refusal, refuse } from "#domain/refusal.ts";

export const guaranteeRules = ["none", "above_savings", "whole"] as const;
export type GuaranteeRule = (typeof guaranteeRules)[number];

/** As people see it; `ended` is worked out from the loan. */
export const guaranteeStates = ["asked", "agreed", "declined", "withdrawn", "ended"] as const;
export type GuaranteeState = (typeof guaranteeStates)[number];

export const guaranteeAnswers = ["agree", "decline", "withdraw"] as const;
export type GuaranteeAnswer = (typeof guaranteeAnswers)[number];

/** What a member may still guarantee with: never below 0. */
export function freeSavings(member: {
  contributionsCents: Cents;
  heldForOthersCents: Cents;
  /** Balances of own loans that are not cleared. */
  owedCents: Cents;
}): Cents {
  return most(0n, member.contributionsCents - member.heldForOthersCents - member.owedCents);
}

/** What guarantors must agree to together. */
export function guaranteeNeeded(
  rule: GuaranteeRule,
  { amountCents, freeSavingsCents }: { amountCents: Cents; freeSavingsCents: Cents },
): Cents {
  if (rule === "none") return 0n;
  return rule === "whole" ? amountCents : most(0n, amountCents - freeSavingsCents);
}

/** Why a loan cannot be approved yet; null once enough is agreed by enough people (LEND-7). */
export function whyNotGuaranteed(
  agreedCents: readonly Cents[],
  needed: { cents: Cents; people: number },
): Refusal | null {
  const agreed = sumOf(agreedCents, (cents) => cents);
  if (agreed < needed.cents) return refuse("guarantee-too-low", { agreed, needed: needed.cents });
  if (agreedCents.length < needed.people)
    return refuse("guarantors-needed", { count: needed.people });
  return null;
}

export type Guarantee = { memberId: number; agreedCents: Cents; calledCents: Cents };

/** Agreed x principal left / amount, up to the cent; at most what was agreed less what was called; 0 once cleared. */
export function heldOf(
  { agreedCents, calledCents }: Omit<Guarantee, "memberId">,
  loan: { amountCents: Cents; principalLeftCents: Cents },
): Cents {
  const { amountCents, principalLeftCents } = loan;
  const share = mulDiv(agreedCents, principalLeftCents, amountCents, "up");
  const mostCents = agreedCents - calledCents;
  return share < mostCents ? share : mostCents;
}

export type Call = {
  ofBorrowerCents: Cents;
  /** By ascending member id; without those of whom nothing is taken. */
  ofGuarantors: { memberId: number; cents: Cents }[];
};

/**
 * Takes what is overdue: first out of the borrower's own savings, the rest, at most what is held, out of the guarantors'
 * in proportion to it. Cents that are left go by the largest remainder, a tie to the lower member id.
 */
export function shareCall(call: {
  overdueCents: Cents;
  /** Of the borrower, less what they hold for others. */
  savingsCents: Cents;
  held: readonly { memberId: number; heldCents: Cents }[];
}): Call {
  const { overdueCents, savingsCents, held } = call;
  const ofBorrowerCents = least(overdueCents, most(0n, savingsCents));
  const allHeldCents = sumOf(held, ({ heldCents }) => heldCents);
  const restCents = least(overdueCents - ofBorrowerCents, allHeldCents);
  const shares = byLargestRemainder(
    restCents,
    held.map(({ memberId, heldCents }) => ({ id: memberId, weight: heldCents })),
  );
  const ofGuarantors = shares
    .filter(({ cents }) => cents > 0n)
    .map(({ id, cents }) => ({ memberId: id, cents }));
  return { ofBorrowerCents, ofGuarantors };
}
