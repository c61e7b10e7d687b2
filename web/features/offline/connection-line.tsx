import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { isReachable, noteAnswer, onReachable } from "#web/api/connection.ts";
import { useShownAsOf } from "#web/api/shown-as-of.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";

/** Without a network: says so, and how old the oldest figure on the page is. */
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

const firstWaitMs = 2000;
const longestWaitMs = 30_000;

/**
 * Follows the connection: checks whether the server is back, and calls `onBack` each time it answers again. Returns a
 * function that stops.
 */
export function followConnection(onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;

  const ask = async () => {
    clearTimeout(timer);
    const status = await fetch("/api/health", { cache: "no-store" }).then(
      (response) => response.status,
      () => 0,
    );
    noteAnswer(status);
    if (!isReachable()) askLater();
  };
  const askLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  };
  const changed = () => {
    if (!isReachable()) return askLater();
    clearTimeout(timer);
    waitMs = firstWaitMs;
    onBack();
  };
  const look = () => {
    if (!document.hidden && !isReachable()) void ask();
  };

  const stop = onReachable(changed);
  window.addEventListener("offline", cut);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  if (!navigator.onLine) cut();
  if (!isReachable()) askLater();
  return () => {
    clearTimeout(timer);
    stop();
    window.removeEventListener("offline", cut);
    window.removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
  };
}

function cut(): void {
  noteAnswer(0);
}
