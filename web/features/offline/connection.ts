// Follows the connection: asks whether the server is back, and tells when it is.
import { isReachable, noteAnswer, onReachable } from "#web/api/reachable.ts";

const firstWaitMs = 2000;
const longestWaitMs = 30_000;

/** Calls `onBack` each time the server answers again. Gives the way to stop. */
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
