import { useTranslations } from "use-intl";
import { useDashboardTitle } from "./use-dashboard-title.ts";

/** Spec 1: a placeholder that shows only the text News. */
export function NewsPage() {
  const text = useTranslations("dashboard");
  useDashboardTitle(text("news"));
  return <h1 className="text-2xl tracking-tight">{text("news")}</h1>;
}
