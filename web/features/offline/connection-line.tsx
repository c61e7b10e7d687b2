import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { isReachable, onReachable } from "#web/api/reachable.ts";
import { useShownAsOf } from "#web/api/shown-as-of.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

/** Without a network: says so, and from when the oldest figure shown is. */
export function ConnectionLine() {
  const text = useTranslations("offline");
  const away = useSyncExternalStore(onReachable, () => !isReachable());
  const isOnline = useSyncExternalStore(onLine, () => navigator.onLine);
  const { oldest } = useShownAsOf();
  if (!away) return null;
  return (
    <Alert tone="waiting" live>
      {text(isOnline ? "away" : "offline")}
      {oldest !== null &&
        ` ${text("asOf", { when: formatMomentAndTime(new Date(oldest).toISOString()) })}`}
    </Alert>
  );
}

function onLine(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
