import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getSettings } from "#contract/group.ts";
import { getProposals } from "#contract/proposals.ts";
import { ProposalsList } from "#web/features/proposals/proposals-list.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { PayToForm } from "#web/features/settings/pay-to-form.tsx";
import { SettingsForm } from "#web/features/settings/settings-form.tsx";
import { SettingsHistory } from "#web/features/settings/settings-history.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

export function SettingsPage() {
  const text = useTranslations("settings");
  const cards = useTranslations("cards.settings");
  useDashboardTitle(cards("title"));
  return (
    <OfficeOnly needs="settings.write" who="chairperson">
      <BackLink to="/dashboard/admin">{text("back")}</BackLink>
      <PageHeader title={cards("title")} subtitle={cards("text")} />
      <Settings />
    </OfficeOnly>
  );
}

function Settings() {
  const text = useTranslations("settings");
  const found = useEndpoint(getSettings);
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Waiting />;
  return (
    <div className="space-y-4 md:space-y-6">
      <SettingsForm settings={found.data} />
      <PayToForm ways={found.data.pay_to} />
      <WaitingSettings />
      <Card title={text("history")}>
        <SettingsHistory history={found.data.history} />
      </Card>
    </div>
  );
}

/** What was asked and does not count yet, until when (MEM-28); it is agreed to or refused where all proposals are. */
function WaitingSettings() {
  const text = useTranslations("settings");
  const navigate = useNavigate();
  const { data } = useEndpoint(getProposals);
  const waiting = data?.proposals.filter(({ kind }) => kind === "setting") ?? [];
  if (waiting.length === 0) return null;
  return (
    <Card title={text("waiting")}>
      <ProposalsList
        proposals={waiting}
        error={undefined}
        onRetry={() => undefined}
        onDecide={() => void navigate({ to: "/dashboard/accounting/proposals" })}
      />
    </Card>
  );
}

function Waiting() {
  return (
    <div aria-busy className="space-y-6">
      <Skeleton className="h-48" />
      <Skeleton className="h-64" />
      <Skeleton className="h-80" />
    </div>
  );
}
