import { useTranslations } from "use-intl";
import type { Opening } from "#contract/opening.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { DebitCreditTable } from "#web/ui/debit-credit-table.tsx";
import { sumCents } from "#web/ui/money.tsx";

/** The sheet's balance of each account, with both sums and their difference if there is one. */
export function TrialBalance({ date, totals }: Pick<Opening, "date" | "totals">) {
  const text = useTranslations("opening.totals");
  const nameOf = useTranslations("accounts");
  const debit = sumCents(totals.map((row) => row.debit));
  const credit = sumCents(totals.map((row) => row.credit));
  return (
    <Card title={text("title")}>
      <p className="mb-2 text-sm text-muted">{text("note")}</p>
      <DebitCreditTable
        caption={text("of", { day: formatDay(date) })}
        heads={{ account: text("account"), debit: text("debit"), credit: text("credit") }}
        rows={totals}
        nameOf={(row) => {
          const code = accounts.find((account) => account.code === row.account)?.code;
          return code === undefined ? row.account : nameOf(code);
        }}
        total={{ label: text("total"), debit, credit }}
        difference={
          debit === credit ? undefined : { label: text("difference"), cents: debit - credit }
        }
      />
    </Card>
  );
}
