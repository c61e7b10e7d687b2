// A placeholder: it shows only its name (SCR-42).
import { useTranslations } from "use-intl";
import { useDashboardTitle } from "./page-frame.tsx";

export function NewsPage() {
  const text = useTranslations("dashboard");
  useDashboardTitle(text("news"));
  return <h1 className="text-2xl tracking-tight">{text("news")}</h1>;
}
