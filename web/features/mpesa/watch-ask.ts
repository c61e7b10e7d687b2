// Follows a request to one's phone until M-PESA has answered: often while the PIN may be typed, then more and more gently.
// It survives a lost network, and whatever happened meanwhile is shown when the page comes back.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isOpenAsk } from "#domain/mpesa/ask-states.ts";
import { getAsk, type Ask } from "#endpoints/mpesa.ts";
import { renewAfterChange } from "#web/api/batched-queries.ts";
import { callEndpoint } from "#web/api/call.ts";
import { serverNow } from "#web/ui/clock.ts";

/** Whether M-PESA may still say something new about it. */
export function isUnsettled(ask: Ask): boolean {
  return isOpenAsk(ask.state) || (ask.state === "paid" && ask.receipt === null);
}

/** Since the ask was made, in ms. */
export function ageOf(ask: Ask): number {
  return Math.max(0, serverNow() - Date.parse(ask.asked_at));
}

/** Up to that age of the ask it is read that often, in ms. */
const PACES: readonly { age: number; every: number }[] = [
  { age: 120_000, every: 1_500 },
  { age: 600_000, every: 5_000 },
  { age: 3_600_000, every: 30_000 },
];
const SLOWEST_MS = 120_000;

const paceOf = (ask: Ask) => PACES.find(({ age }) => ageOf(ask) < age)?.every ?? SLOWEST_MS;

/** The ask as it is now, and whether the server could not be reached; `show` puts a newer one there. */
export function useWatchedAsk(found: Ask): {
  ask: Ask;
  isAway: boolean;
  show: (newer: Ask) => void;
} {
  const [shown, setShown] = useState(found);
  const [isAway, setAway] = useState(false);
  const queries = useQueryClient();
  const ask = shown.id >= found.id ? shown : found;
  const watched = isUnsettled(ask) ? ask : null;
  const hasPaid = useRef(false);

  // What is behind the card has the payment, and would close it if it changed before.
  useEffect(
    () => () => {
      if (hasPaid.current) renewAfterChange(queries);
    },
    [queries],
  );

  useEffect(() => {
    if (watched === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const ending = new AbortController();
    const look = async () => {
      clearTimeout(timer);
      try {
        const reply = await callEndpoint(getAsk, {
          params: { id: watched.id },
          signal: ending.signal,
          ignoreLoading: true,
        });
        setAway(false);
        setShown(reply.ask);
        hasPaid.current ||= reply.ask.payment !== null;
      } catch {
        if (ending.signal.aborted) return;
        setAway(true);
      }
      begin();
    };
    const begin = () => {
      timer = setTimeout(() => void look(), paceOf(watched));
    };
    const lookAgain = () => {
      if (document.visibilityState === "visible") void look();
    };
    begin();
    document.addEventListener("visibilitychange", lookAgain);
    window.addEventListener("online", lookAgain);
    return () => {
      ending.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", lookAgain);
      window.removeEventListener("online", lookAgain);
    };
  }, [watched]);

  return { ask, isAway, show: setShown };
}
