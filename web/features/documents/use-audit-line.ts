import { getAuditHead } from "#contract/audit.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { fill, useUiTexts } from "#web/ui/texts.tsx";

/**
 * How the log stands, for the foot of a printed sheet; undefined until it is known, and for who may not know it.
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
