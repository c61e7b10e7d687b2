import { useTranslations } from "use-intl";
import { OfficeOnly } from "../office-only.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

/** SCR-22: shows only the text Commoners. */
export function CommonersPage() {
  const text = useTranslations("members");
  useDashboardTitle(text("commoners"));
  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <h1 className="text-2xl tracking-tight">{text("commoners")}</h1>
    </OfficeOnly>
  );
}
