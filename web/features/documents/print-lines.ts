import { useTranslations } from "use-intl";
import { getAuditHead } from "#contract/audit.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { asOfIn } from "#web/api/shown-as-of.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { fill, useUiTexts } from "#web/ui/texts.tsx";

/**
 * The state of the log, for the footer of a printed sheet; undefined until it is known, and for readers who may not
 * see it.
 */
export function useAuditLine(mayKnow: boolean): string | undefined {
  const texts = useUiTexts();
  const { data } = useEndpoint(getAuditHead, { enabled: mayKnow });
  if (data === undefined || data.fingerprint === null) return undefined;
  return fill(texts.auditLine, {
    count: data.entries.toLocaleString("en-KE"),
    fingerprint: writeFingerprint(data.fingerprint),
    place: `${window.location.host}/check`,
  });
}

/** The age of a report, for the top of its printed sheet, if it comes from a read replica that is behind (SAFE-27). */
export function useAsOfLine(report: unknown): string | undefined {
  const text = useTranslations("offline");
  const reported = asOfIn(report);
  return reported === null ? undefined : text("asOf", { when: formatMomentAndTime(reported) });
}
