import { useTranslations } from "use-intl";
import { asOfIn } from "#web/api/shown-as-of.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";

/** As of when a report is, for the head of its printed sheet, where it comes from a read replica that is behind (SAFE-27). */
export function useAsOfLine(report: unknown): string | undefined {
  const text = useTranslations("offline");
  const reported = asOfIn(report);
  return reported === null ? undefined : text("asOf", { when: formatMomentAndTime(reported) });
}
