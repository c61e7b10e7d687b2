import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { keepAnswers } from "#web/api/stored/answers.ts";
import type { PaymentKind } from "#web/api/stored/device-store.ts";
import { forgetWhenEnded } from "#web/api/stored/owner.ts";
import { sendOutbox, announceOutbox } from "#web/api/stored/outbox.ts";
import { isReachable } from "#web/api/connection.ts";
import { shownAsOf } from "#web/api/shown-as-of.ts";
import { ConnectionLine, followConnection } from "#web/features/offline/connection-line.tsx";
import { OutboxList, useOutbox, LeaveQuestion } from "#web/features/offline/outbox-list.tsx";
import { UpdateNote } from "#web/features/offline/update-note.tsx";
import { useUnsaved } from "#web/ui/form.tsx";

const pagesOfKinds: Record<PaymentKind, string> = {
  contribution: "/dashboard/contributions",
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
  const isHere = ({ kind }: { kind: PaymentKind }) =>
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

/** Stores seen answers, sends waiting payments, and refreshes stored answers on screen when the server is back. */
function useKeeping(queries: QueryClient): void {
  useEffect(() => {
    const send = () => {
      if (isReachable() && !document.hidden) void sendOutbox();
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
