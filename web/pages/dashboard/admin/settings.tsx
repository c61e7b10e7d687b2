import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { settingNames } from "#contract/choices.ts";
import { getSettings } from "#endpoints/group.ts";
import { getMpesa } from "#endpoints/mpesa.ts";
import { getLoanProducts } from "#endpoints/lending.ts";
import { getProposals } from "#endpoints/proposals.ts";
import { ProductsCard } from "#web/features/lending/products-card.tsx";
import { ProposalsList } from "#web/features/proposals/proposals-list.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  PayToForm,
  SettingsForm,
  SettingsHistory,
  useSettingWords,
} from "#web/features/settings/settings-form.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";
import type { PageLoader } from "#web/pages/page.ts";

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

SettingsPage.loader = ((prefetch, { may }) => {
  if (!may("settings.write")) return;
  prefetch(getSettings);
  prefetch(getMpesa);
  prefetch(getProposals);
  prefetch(getLoanProducts, { query: { all: "true" } });
}) satisfies PageLoader;

function Settings() {
  const text = useTranslations("settings");
  const found = useEndpoint(getSettings);
  const mpesa = useEndpoint(getMpesa);
  const failed = [found, mpesa].find(({ isError }) => isError);
  if (failed?.error)
    return <LoadProblem detail={failed.error.detail} onRetry={() => void failed.refetch()} />;
  if (found.data === undefined || mpesa.data === undefined) return <Waiting />;
  return (
    <div className="space-y-4 md:space-y-6">
      <SettingsForm settings={found.data} isLive={mpesa.data.live} />
      <PayToForm ways={found.data.pay_to} />
      <ProductsCard />
      <WaitingSettings />
      <Card title={text("history")}>
        <SettingsHistory history={found.data.history} />
      </Card>
    </div>
  );
}

/** Changes of settings that wait, and until when (MEM-28). Officials decide on them on the page of all proposals. */
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

/** The rules of the group, to read (BOOK-22). The Chairperson changes them on another page. */
export function GroupSettingsPage() {
  const text = useTranslations("settings");
  const auditors = useTranslations("auditors");
  const inWords = useSettingWords();
  const found = useEndpoint(getSettings);
  useDashboardTitle(auditors("settings"));
  return (
    <>
      <BackLink to="/dashboard/accounting">{auditors("back")}</BackLink>
      <PageHeader title={auditors("settings")} subtitle={auditors("settingsText")} />
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <div className="space-y-4 md:space-y-6">
          <Card>
            <Facts
              facts={settingNames.map((name) => ({
                label: text(`names.${name}`),
                value: inWords(name, found.data[name]),
              }))}
            />
          </Card>
          <Card title={text("history")}>
            <SettingsHistory history={found.data.history} />
          </Card>
        </div>
      )}
    </>
  );
}

GroupSettingsPage.loader = ((prefetch) => prefetch(getSettings)) satisfies PageLoader;
