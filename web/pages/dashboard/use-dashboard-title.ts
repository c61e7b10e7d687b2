import { useTranslations } from "use-intl";
import { getGroup } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { usePageTitle } from "#web/ui/page-header.tsx";

/** Names the window: the page, then the group by its own name. */
export function useDashboardTitle(title: string): void {
  const text = useTranslations("dashboard");
  const group = useEndpoint(getGroup);
  usePageTitle(title, group.data?.name ?? text("group"));
}
