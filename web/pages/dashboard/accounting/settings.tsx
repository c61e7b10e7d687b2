import { useTranslations } from "use-intl";
import { getSettings, settingNames } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { SettingsHistory, useSettingWords } from "#web/features/settings/settings-history.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";

/** The rules of the group, to be read (BOOK-22): the Chairperson changes them on a page of their own. */
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
