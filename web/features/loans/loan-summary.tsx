import { useTranslations } from "use-intl";
import { formatKes, toKes, type Cents } from "#domain/money.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Money, unbroken } from "#web/ui/money.tsx";
import { formatDay } from "#web/ui/day.ts";
import type { costOf, LoanTerms } from "./loan-cost.ts";

type Cost = ReturnType<typeof costOf>;

type LoanCostProps = {
  limitCents: Cents;
  /** Null until an amount is typed. */
  cost: Cost | null;
  terms: LoanTerms | undefined;
};

/** Limit, interest, total and due date of the loan that is being typed. */
export function LoanCost({ limitCents, cost, terms }: LoanCostProps) {
  const text = useTranslations("loans");
  return (
    <Facts
      facts={[
        { label: text("limit"), value: <Money amount={toKes(limitCents)} /> },
        {
          label: text("interest"),
          value:
            cost !== null ? (
              <Money amount={toKes(cost.interestCents)} />
            ) : (
              terms && text("rate", { rate: String(terms.rate) })
            ),
        },
        {
          label: text("total"),
          value: cost === null ? "–" : <Money amount={toKes(cost.totalCents)} />,
        },
        {
          label: text("due"),
          value:
            cost !== null
              ? formatDay(cost.due)
              : terms === undefined
                ? "–"
                : text("term", { count: terms.months }),
        },
      ]}
    />
  );
}

type LoanSummaryProps = { amountCents: Cents | null; cost: Cost | null; limitCents: Cents };

/** What will happen, with the exact amounts, beside the button that does it (SCR-24). */
export function LoanSummary({ amountCents, cost, limitCents }: LoanSummaryProps) {
  const text = useTranslations("loans");
  if (amountCents === null || cost === null)
    return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  const amount = formatKes(amountCents);
  if (amountCents > limitCents)
    return (
      <p aria-live="polite" className="text-sm font-semibold">
        {unbroken(text("summaryRejected", { amount, limit: formatKes(limitCents) }))}
      </p>
    );
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="block font-semibold">
        {unbroken(
          text("summary", {
            amount,
            interest: formatKes(cost.interestCents),
            due: formatDay(cost.due),
          }),
        )}
      </strong>{" "}
      <span className="text-muted">{text("summaryNote")}</span>
    </p>
  );
}
