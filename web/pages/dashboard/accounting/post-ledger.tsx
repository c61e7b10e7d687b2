import { useState } from "react";
import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { getLedger } from "#contract/ledger.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LedgerEntryForm } from "#web/features/ledger/ledger-entry-form.tsx";
import { accountName } from "#web/features/reports/accounts.ts";
import { Card } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { useShowEntry, useShowProposals } from "./use-show-entry.ts";

export function PostLedgerPage() {
  const text = useTranslations("ledger");
  useDashboardTitle(text("postLedger"));
  return (
    <OfficeOnly needs="entries.post" who="treasurer">
      <PostLedger />
    </OfficeOnly>
  );
}

function PostLedger() {
  const text = useTranslations("ledger");
  const group = useEndpoint(getGroup);
  const ledger = useEndpoint(getLedger);
  const showEntry = useShowEntry();
  const showProposals = useShowProposals();
  // Every posted entry leaves its form behind: the next one is another request with another key.
  const [form, setForm] = useState(1);

  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader
        title={text("createTitle")}
        subtitle={text("createText", { date: formatDay(today()) })}
      />
      <Card className="max-w-[750px]">
        {ledger.isError ? (
          <LoadProblem detail={ledger.error.detail} onRetry={() => void ledger.refetch()} />
        ) : ledger.data === undefined || group.isPending ? (
          <div aria-busy className="space-y-5">
            <Skeleton className="h-16" />
            <Skeleton className="h-11" />
          </div>
        ) : (
          <LedgerEntryForm
            key={form}
            ledger={ledger.data}
            bankName={accountName("bank", group.data?.bank_name)}
            onPosted={() => setForm(form + 1)}
            onShowEntry={showEntry}
            onShowProposals={showProposals}
          />
        )}
      </Card>
    </>
  );
}
