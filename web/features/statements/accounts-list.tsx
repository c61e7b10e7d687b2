import { useTranslations } from "use-intl";
import type { StatementAccount } from "#contract/statements.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type AccountsListProps = { accounts: readonly StatementAccount[] | undefined };

/** Each place where the group's money lies, with the day up to which statements prove it (STAT-1, STAT-5). */
export function AccountsList({ accounts }: AccountsListProps) {
  const text = useTranslations("statements");
  if (accounts === undefined) return <Skeleton className="h-36" />;
  if (accounts.length === 0)
    return (
      <Card>
        <EmptyState title={text("noAccounts")} hint={text("noAccountsHint")} />
      </Card>
    );
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
      {accounts.map((account) => (
        <li key={account.id}>
          <Account account={account} />
        </li>
      ))}
    </ul>
  );
}

function Account({ account }: { account: StatementAccount }) {
  const text = useTranslations("statements");
  const { name, kind, number, covered_to, balance, gaps } = account;
  return (
    <Card className="h-full">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p className="text-sm text-muted wrap-anywhere">
        {text(`kinds.${kind}`)}
        {number !== null && ` · ${number}`}
      </p>
      <p className="mt-3 *:whitespace-normal">
        {covered_to === null ? (
          <Badge tone="plain">{text("notCovered")}</Badge>
        ) : (
          <Badge tone="good">{text("coveredTo", { day: formatDay(covered_to) })}</Badge>
        )}
      </p>
      {balance !== null && (
        <p className="mt-3 text-sm text-muted">
          {text("closing")} <Money amount={balance} className="font-semibold text-ink" />
        </p>
      )}
      {gaps.length > 0 && (
        <div className="mt-3 text-sm text-waiting">
          <p className="font-semibold">{text("gaps")}</p>
          <ul>
            {gaps.map(({ from, to }) => (
              <li key={from}>{text("gap", { from: formatDay(from), to: formatDay(to) })}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
