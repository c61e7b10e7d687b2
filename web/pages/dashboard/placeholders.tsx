// Pages that the specification keeps for later: each shows its name alone.
import { useTranslations } from "use-intl";
import { OfficeOnly, useDashboardTitle } from "./page-frame.tsx";

/** SCR-3: a placeholder that shows only the text News. */
export function NewsPage() {
  const text = useTranslations("dashboard");
  useDashboardTitle(text("news"));
  return <h1 className="text-2xl tracking-tight">{text("news")}</h1>;
}

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
