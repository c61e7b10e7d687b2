// Random loans, and a second, slower computation of their rows: fractions of whole numbers, one thought at a time.
import * as fc from "fast-check";
import type { Cents } from "#domain/money.ts";
import { methods, type LoanTerms } from "./loan-terms.ts";
import type { LentLoan } from "./schedule.ts";

const day = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2031-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

export const randomTerms: fc.Arbitrary<LoanTerms> = fc
  .record({
    method: fc.constantFrom(...methods),
    rateBasisPoints: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
    ratePer: fc.constantFrom("month", "year", "loan"),
    dueDay: fc.option(fc.integer({ min: 1, max: 28 })),
    graceMonths: fc.integer({ min: 0, max: 12 }),
    graceKind: fc.constantFrom("interest_only", "free"),
    roundUpToCents: fc.constantFrom(1n, 100n, 1000n, 5000n, 10_000n),
  } as const)
  .map((terms) => ({
    ...terms,
    ratePer: terms.ratePer === "loan" && terms.method !== "flat" ? "month" : terms.ratePer,
    graceKind: terms.method === "flat" ? "free" : terms.graceKind,
  }));

export const randomLoan: fc.Arbitrary<LentLoan> = fc
  .record({
    terms: randomTerms,
    amountCents: fc.bigInt({ min: 1n, max: 100_000_000_000n }),
    rows: fc.integer({ min: 1, max: 108 }),
    paidOutOn: day,
  })
  .map(({ terms, amountCents, rows, paidOutOn }) => ({
    terms,
    amountCents,
    instalments: rows + (terms.graceKind === "interest_only" ? terms.graceMonths : 0),
    paidOutOn,
  }));

type Fraction = { top: bigint; bottom: bigint };
const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
});
const halfUp = ({ top, bottom }: Fraction): Cents => (top * 2n + bottom) / (bottom * 2n);
const upTo = (cents: Cents, step: Cents): Cents =>
  cents % step === 0n ? cents : cents + step - (cents % step);

type PlainRow = { interest: Cents; principal: Cents };

/** Interest and principal of each row, or null where one after the grace repays nothing. */
export function slowRows({ terms, amountCents, instalments }: LentLoan): PlainRow[] | null {
  const percent = { top: BigInt(terms.rateBasisPoints), bottom: 10_000n };
  const perMonth = terms.ratePer === "year" ? times(percent, { top: 1n, bottom: 12n }) : percent;
  const lent = { top: amountCents, bottom: 1n };
  if (terms.method === "flat") {
    const months = { top: BigInt(terms.ratePer === "loan" ? 1 : instalments), bottom: 1n };
    const interest = halfUp(times(times(lent, perMonth), months));
    return slowFlat(amountCents, interest, { instalments, step: terms.roundUpToCents });
  }
  const grace = terms.graceKind === "interest_only" ? terms.graceMonths : 0;
  const paying = instalments - grace;
  let discounts: Fraction = { top: 0n, bottom: 1n };
  for (let row = 1; row <= paying; row += 1) {
    // One shilling due in `row` months is worth 1 / (1 + i)^row today.
    const factor = {
      top: perMonth.bottom ** BigInt(row),
      bottom: (perMonth.bottom + perMonth.top) ** BigInt(row),
    };
    discounts = {
      top: discounts.top * factor.bottom + factor.top * discounts.bottom,
      bottom: discounts.bottom * factor.bottom,
    };
  }
  const worth = times(lent, { top: discounts.bottom, bottom: discounts.top });
  const equalTotal = upTo(halfUp(worth), terms.roundUpToCents);
  const equalPart = upTo(
    halfUp(times(lent, { top: 1n, bottom: BigInt(paying) })),
    terms.roundUpToCents,
  );
  const rows: PlainRow[] = [];
  let balance = amountCents;
  while (balance > 0n) {
    const interest = halfUp(times({ top: balance, bottom: 1n }, perMonth));
    const isGrace = rows.length < grace;
    let principal = terms.method === "equal_principal" ? equalPart : equalTotal - interest;
    if (principal > balance || rows.length === instalments - 1) principal = balance;
    if (isGrace) principal = 0n;
    if (!isGrace && principal <= 0n) return null;
    rows.push({ interest, principal });
    balance -= principal;
  }
  return rows;
}

function slowFlat(
  principal: Cents,
  interest: Cents,
  { instalments, step }: { instalments: number; step: Cents },
): PlainRow[] | null {
  const whole = principal + interest;
  const usual = upTo(halfUp({ top: whole, bottom: BigInt(instalments) }), step);
  const rows: PlainRow[] = [];
  let [paid, paidPrincipal] = [0n, 0n];
  while (paid < whole) {
    const left = whole - paid;
    paid += usual > left || rows.length === instalments - 1 ? left : usual;
    const principalSoFar = halfUp({ top: paid * principal, bottom: whole });
    const part = principalSoFar - paidPrincipal;
    if (part <= 0n) return null;
    const total = rows.reduce((sum, row) => sum + row.interest + row.principal, 0n);
    rows.push({ interest: paid - total - part, principal: part });
    paidPrincipal = principalSoFar;
  }
  return rows;
}
