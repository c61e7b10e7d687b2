import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getTrialBalance } from "#contract/reports.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/download-pdf.tsx";
import { useAsOfLine, useAuditLine } from "#web/features/documents/print-lines.ts";
import { TrialBalanceTable } from "#web/features/reports/trial-balance-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/trial-balance");

export function TrialBalancePage() {
  const text = useTranslations("reports");
  return (
    <BooksPage title={text("trialBalance")}>
      <TrialBalance />
    </BooksPage>
  );
}

function TrialBalance() {
  const text = useTranslations("reports");
  const navigate = route.useNavigate();
  const date = route.useSearch().date ?? today();
  const group = useEndpoint(getGroup);
  // SCR-19: another date clears the balances at once, since each date is a question of its own.
  const balance = useEndpoint(getTrialBalance, { query: { date } });

  const asOf = useAsOfLine(balance.data);
  const proof = useAuditLine(true);
  // The field is left to who types in it; only another address (the back button) writes into it.
  const [typed, setTyped] = useState({ text: date, shown: date, isLeft: false });
  if (typed.shown !== date) setTyped({ text: date, shown: date, isLeft: false });

  const show = (text: string) => {
    const chosen = parsePlainDate(text);
    setTyped({ text, shown: chosen ?? typed.shown, isLeft: false });
    if (chosen !== null) void navigate({ search: { date: chosen }, replace: true });
  };

  return (
    <>
      <PageHeader
        title={text("trialBalance")}
        subtitle={text("trialBalanceText")}
        actions={
          <DateField
            className="md:w-52"
            label={text("endDate")}
            name="date"
            value={typed.text}
            error={typed.isLeft && typed.text !== typed.shown ? text("dateRequired") : undefined}
            onBlur={() => setTyped((before) => ({ ...before, isLeft: true }))}
            onValueChange={show}
          />
        }
      />
      <PrintView
        group={group.data?.name ?? ""}
        title={text("trialBalance")}
        asOn={formatDay(date)}
        asOf={asOf}
        printedOn={formatDay(today())}
        proof={proof}
        actions={<DownloadPdf requested={{ report: "trial-balance", date }} />}
      >
        <TrialBalanceTable
          rows={balance.data?.trial_balance}
          bankName={group.data?.bank_name}
          date={date}
          asOn={formatDay(date)}
          error={balance.error?.detail}
          onRetry={() => void balance.refetch()}
        />
      </PrintView>
    </>
  );
}
