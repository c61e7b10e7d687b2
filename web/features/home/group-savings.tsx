import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Money, sumKes } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type GroupSavingsProps = {
  /** Balances of the assets in KES, without those at zero; undefined while loading. */
  balances: Record<string, number> | undefined;
  /** Members who share in the interest; undefined while loading. */
  activeMembers: number | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** Group Savings: the bank balance plus interest receivable (REP-7), and how many members share. */
export function GroupSavings({ balances, activeMembers, error, onRetry }: GroupSavingsProps) {
  const text = useTranslations("home");
  if (error !== undefined)
    return (
      <Card title={text("groupSavings")}>
        <LoadProblem detail={error} onRetry={onRetry} />
      </Card>
    );
  const bank = balances?.["bank"] ?? 0;
  const interest = balances?.["interest_receivable"] ?? 0;
  const waiting = <Skeleton className="ms-auto h-6 w-32" />;
  return (
    <Card title={text("groupSavings")}>
      <p className="mb-2">
        {balances ? (
          <Money amount={sumKes([bank, interest])} size="large" />
        ) : (
          <Skeleton className="h-8 w-44" />
        )}
      </p>
      <Facts
        facts={[
          {
            label: text("bankBalance"),
            value: balances ? <Posted account="bank" amount={bank} /> : waiting,
          },
          {
            label: text("interestReceivable"),
            value: balances ? <Posted account="interest_receivable" amount={interest} /> : waiting,
          },
          { label: text("membersSharing"), value: activeMembers ?? waiting },
        ]}
      />
    </Card>
  );
}

/** Links to its postings (REP-14). */
function Posted({ account, amount }: { account: "bank" | "interest_receivable"; amount: number }) {
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{ account }}
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <Money amount={amount} />
    </Link>
  );
}
