import { useTranslations } from "use-intl";
import { useDashboardTitle } from "./use-dashboard-title.ts";

/** SCR-3: a placeholder that shows only the text News. */
export function NewsPage() {
  const text = useTranslations("dashboard");
  useDashboardTitle(text("news"));
  return <h1 className="text-2xl tracking-tight">{text("news")}</h1>;
}
