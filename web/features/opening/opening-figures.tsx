import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Opening } from "#contract/opening.ts";
import { hasFolded } from "#domain/folding.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { Card } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatMonth, formatDay } from "#web/ui/day.ts";
import { DebitCreditTable } from "#web/ui/debit-credit-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money, sumCents } from "#web/ui/money.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { Rehearsal } from "./use-opening-rehearsal.ts";

const PAGE_SIZE = 10;
const amounts = ["savings", "loan_limit", "share", "account_value"] as const;
const titles = {
  savings: "savings",
  loan_limit: "loanLimit",
  share: "share",
  account_value: "accountValue",
} as const;

/** What each member will see once the sheet is accepted, a page at a time. */
export function FiguresTable({ figures }: Pick<Rehearsal, "figures">) {
  const text = useTranslations("opening.figures");
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState("");
  const found = figures.filter(
    ({ reg_number, name }) => hasFolded(reg_number, search) || hasFolded(name, search),
  );
  return (
    <Card title={text("title")}>
      <div className="space-y-4">
        {figures.length > PAGE_SIZE && (
          <TextField
            className="max-w-xs"
            type="search"
            optional
            label={text("find")}
            autoComplete="off"
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
        )}
        <DataTable
          caption={text("title")}
          captionHidden
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowKey={({ reg_number }) => reg_number}
          empty={<EmptyState drawing="people" title={text("none")} hint={text("noneHint")} />}
          paging={{ page, pageSize: PAGE_SIZE, count: found.length, onPage: setPage }}
          columns={[
            {
              key: "name",
              title: text("name"),
              slot: "lead",
              rowHeader: true,
              cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
            },
            {
              key: "reg_number",
              title: text("regNumber"),
              cell: ({ reg_number }) => <Code>{reg_number}</Code>,
            },
            {
              key: "paidUpTo",
              title: text("paidUpTo"),
              cell: ({ update_up_to: month }) =>
                month === null ? text("never") : formatMonth(month),
            },
            ...amounts.map((name) => ({
              key: name,
              title: text(titles[name]),
              align: "end" as const,
              ...(name === "savings" ? { slot: "side" as const } : {}),
              cell: (row: Rehearsal["figures"][number]) => <Money amount={row[name]} bare />,
            })),
          ]}
        />
      </div>
    </Card>
  );
}

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
