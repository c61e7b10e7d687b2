import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { keepAnswers } from "#web/api/stored/answers.ts";
import type { FormKind } from "#web/api/stored/device-store.ts";
import { countActs } from "#web/api/stored/meeting-acts.ts";
import { forgetWhenEnded } from "#web/api/stored/owner.ts";
import { announceOutbox, sendOutbox } from "#web/api/stored/outbox.ts";
import { isReachable, noteAnswer, onReachable } from "#web/api/connection.ts";
import { shownAsOf, useShownAsOf } from "#web/api/shown-as-of.ts";
import { LeaveQuestion, OutboxList, useOutbox } from "#web/features/offline/outbox-list.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Button } from "#web/ui/button.tsx";

const pagesOfKinds: Record<FormKind, string> = {
  contribution: "/dashboard/contributions",
  sum: "/dashboard/contributions",
  loan: "/dashboard/loans",
  fine: "/dashboard/transactions/fines",
};

const tryAgainMs = 60_000;

/** Notes above the page: the state of the network, the member's unsent payments, and a new version of the program. */
export function OfflineNotes() {
  const queries = useQueryClient();
  const refresh = useCallback(() => void queries.invalidateQueries(), [queries]);
  const { payments, sent, dismiss } = useOutbox(refresh);
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, "") });
  const isHere = ({ kind }: { kind: FormKind }) =>
    path === "/dashboard" || path.startsWith(pagesOfKinds[kind]);
  // If the session ends now, the member signs in again on this page, and then the payments are sent.
  useUnsaved(payments.length > 0);
  useKeeping(queries);

  return (
    <div data-print="never" className="mb-4 space-y-3 empty:hidden md:mb-6">
      <ConnectionLine />
      <UpdateNote />
      <OutboxList
        payments={payments.filter(isHere)}
        sent={sent.filter(({ payment }) => isHere(payment))}
        onDismiss={dismiss}
      />
      <LeaveQuestion />
    </div>
  );
}

/** Sends what was done at meetings. Few ever have anything, so what sends it is fetched only then. */
async function sendMeetings(): Promise<void> {
  if ((await countActs()) === 0) return;
  // If it does not arrive, the network is gone again, and the next connection asks again.
  const queue = await import("#web/api/stored/meeting-queue.ts").catch(() => null);
  await queue?.sendActs();
}

/** Stores seen answers, sends what waits, and refreshes stored answers on screen when the server is back. */
function useKeeping(queries: QueryClient): void {
  useEffect(() => {
    const send = () => {
      if (!isReachable() || document.hidden) return;
      void sendOutbox();
      void sendMeetings();
    };
    const stopKeeping = keepAnswers(queries, () => {
      announceOutbox({ kind: "changed" });
      send();
    });
    const stopFollowing = followConnection(() => {
      void queries.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          state.status === "error" || shownAsOf.has(JSON.stringify(queryKey)),
      });
      send();
    });
    document.addEventListener("visibilitychange", send);
    const each = () => {
      send();
      void forgetWhenEnded();
    };
    each();
    const timer = setInterval(each, tryAgainMs);
    return () => {
      stopKeeping();
      stopFollowing();
      document.removeEventListener("visibilitychange", send);
      clearInterval(timer);
    };
  }, [queries]);
}

/** Without a network: says so, and how old the oldest figure on the page is. */
function ConnectionLine() {
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
function followConnection(onBack: () => void): () => void {
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

/**
 * Stores the application for opening without a network; says when a new version is ready, and switches to it on
 * request.
 */
function UpdateNote() {
  const text = useTranslations("offline");
  const [reload, setReload] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    registerWorker((change) => setReload(() => change)).catch((error: unknown) =>
      // A browser that stores nothing, e.g. in a private window: everything else works.
      console.warn("The application is not kept for opening offline", error),
    );
  }, []);
  if (reload === null) return null;
  return (
    <Alert
      tone="note"
      action={
        <Button variant="secondary" onClick={reload}>
          {text("reload")}
        </Button>
      }
    >
      {text("newVersion")}
    </Alert>
  );
}

// Registers the service worker, and notices when a new version is ready.
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
};

const address = "/sw.js";
const hourMs = 60 * 60 * 1000;

/**
 * Registers the worker. Calls `onNewVersion` with a function that switches to the new version and reloads the page,
 * when the worker of another version than this page's is ready; nothing changes before that function is called.
 */
async function registerWorker(onNewVersion: (reload: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(trustedAddress(), {
    updateViaCache: "none",
  });

  const look = async () => {
    const { waiting } = registration;
    if (waiting === null) return;
    // The page came from the network and is new already.
    if ((await versionOf(waiting)) === versionOfPage()) return waiting.postMessage("take over", []);
    onNewVersion(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
        once: true,
      });
      waiting.postMessage("take over", []);
    });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void look();
    });
  });
  await look();

  let lookedAt = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || performance.now() - lookedAt < hourMs) return;
    lookedAt = performance.now();
    // Without a network there is nothing new.
    registration.update().catch(() => undefined);
  });
}

/** The content security policy accepts a script's address only from a policy of ours. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  const rules = { createScriptURL: () => address };
  return trustedTypes.createPolicy("akiba-worker", rules).createScriptURL(address);
}

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", (event) => resolve(event.data), { once: true });
    port1.start();
    worker.postMessage("version", [port2]);
  });
}

function versionOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
}
