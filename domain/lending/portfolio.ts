// The portfolio of a day: what is owed, how late it is, and how much of it is at risk. All in cents.
import { type Cents, mulDiv, sumOf } from "#domain/money.ts";

export const buckets = ["current", "1-30", "31-60", "61-90", "90+"] as const;
export type Bucket = (typeof buckets)[number];

/** The first day late of each bucket after `current`. */
export const bucketsFrom = [1, 31, 61, 91] as const;

/** What loans of a bucket come to on the day. */
export type PortfolioGroup = {
  bucket: Bucket;
  isRescheduled: boolean;
  loans: number;
  principalCents: Cents;
  /** Due and unpaid; of flat and plain loans all that is unpaid. */
  interestCents: Cents;
  overduePrincipalCents: Cents;
  overdueInterestCents: Cents;
};

type AtRisk = { principalCents: Cents; basisPoints: number };

export type Portfolio = {
  loans: number;
  principalCents: Cents;
  interestCents: Cents;
  overduePrincipalCents: Cents;
  overdueInterestCents: Cents;
  /** Principal of loans more than 30 days late, and its share of all principal. */
  par30: AtRisk;
  /** The same with rescheduled loans counted as late, so that a new schedule hides nobody. */
  par30WithRescheduled: AtRisk;
  ageing: { bucket: Bucket; loans: number; principalCents: Cents; overdueCents: Cents }[];
  rescheduled: { loans: number; principalCents: Cents };
};

/** Without an order: a bucket may have any number of groups. */
export function portfolioOf(groups: readonly PortfolioGroup[]): Portfolio {
  const principalCents = principalOf(groups);
  const atRisk = (these: readonly PortfolioGroup[]): AtRisk => {
    const cents = principalOf(these);
    return { principalCents: cents, basisPoints: shareInBasisPoints(cents, principalCents) };
  };
  const rescheduled = groups.filter(({ isRescheduled }) => isRescheduled);
  return {
    loans: countOf(groups),
    principalCents,
    interestCents: sumOf(groups, (group) => group.interestCents),
    overduePrincipalCents: sumOf(groups, (group) => group.overduePrincipalCents),
    overdueInterestCents: sumOf(groups, (group) => group.overdueInterestCents),
    par30: atRisk(groups.filter(isAtRisk)),
    par30WithRescheduled: atRisk(groups.filter((group) => isAtRisk(group) || group.isRescheduled)),
    ageing: buckets.map((bucket) => {
      const inIt = groups.filter((group) => group.bucket === bucket);
      const overdueCents = sumOf(
        inIt,
        (group) => group.overduePrincipalCents + group.overdueInterestCents,
      );
      return { bucket, loans: countOf(inIt), principalCents: principalOf(inIt), overdueCents };
    }),
    rescheduled: { loans: countOf(rescheduled), principalCents: principalOf(rescheduled) },
  };
}

/** More than 30 days late. */
const isAtRisk = ({ bucket }: PortfolioGroup) => bucket !== "current" && bucket !== "1-30";
const principalOf = (groups: readonly PortfolioGroup[]) =>
  sumOf(groups, ({ principalCents }) => principalCents);
const countOf = (groups: readonly PortfolioGroup[]) =>
  groups.reduce((count, { loans }) => count + loans, 0);

export function bucketOf(daysLate: number): Bucket {
  const reached = bucketsFrom.filter((from) => daysLate >= from).length;
  return buckets[reached] ?? "current";
}

/** `part` of `whole` in hundredths of a percent, half up; 0 of nothing. */
function shareInBasisPoints(part: Cents, whole: Cents): number {
  return whole === 0n ? 0 : Number(mulDiv(part, 10_000n, whole, "half-up"));
}
