// Each fund with what it holds, and what one paid and owes (FUND-3, FUND-7).
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { FundView } from "#endpoints/funds.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";

type FundListProps = {
  funds: readonly FundView[];
  /** KES of all. */
  total: number;
  /** What the reader may do with one. */
  actsOn: (fund: FundView) => ReactNode;
};

export function FundList({ funds, total, actsOn }: FundListProps) {
  const text = useTranslations("funds");
  return (
    <div className="space-y-4 md:space-y-6">
      <Card title={text("total")}>
        <Money amount={total} size="hero" />
        <p className="mt-2 text-muted">{text("totalText")}</p>
      </Card>
      <ul className="grid gap-4 md:grid-cols-2 md:gap-6">
        {funds.map((fund) => (
          <li key={fund.id}>
            <Fund fund={fund}>{actsOn(fund)}</Fund>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Fund({ fund, children }: { fund: FundView; children: ReactNode }) {
  const text = useTranslations("funds");
  const { mine } = fund;
  return (
    <Card
      title={fund.name}
      className="h-full"
      aside={fund.closed ? <Badge tone="plain">{text("closed")}</Badge> : null}
    >
      <Money amount={fund.balance} size="hero" />
      <p className="mt-2 text-muted">
        {unbroken(
          text(`asks.${fund.rule}`, {
            amount: formatMoney(fund.amount),
            day: formatDay(fund.starts_on),
          }),
        )}
      </p>
      <Facts
        facts={[
          { label: text("paidIn"), value: <Money amount={fund.paid_in} /> },
          { label: text("paidOut"), value: <Money amount={fund.paid_out} /> },
          { label: text("mine"), value: <Money amount={mine.paid} /> },
          ...(fund.closed ? [] : [{ label: text("owed"), value: <Money amount={mine.owed} /> }]),
        ]}
      />
      <div className="mt-3 flex flex-wrap gap-3">{children}</div>
    </Card>
  );
}

/** To what moved the money of all funds. */
export function MovementsLink({ className }: { className: string }) {
  const text = useTranslations("funds");
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{ account: "restricted_funds" }}
      className={className}
    >
      {text("movements")}
    </Link>
  );
}
