// A placeholder: it shows only its name (SCR-42).
import { useTranslations } from "use-intl";
import { OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

export function CommonersPage() {
  const text = useTranslations("members");
  useDashboardTitle(text("commoners"));
  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <h1 className="text-2xl tracking-tight">{text("commoners")}</h1>
    </OfficeOnly>
  );
}
