// Sends what is never answered, and lets the time pass that its sender waits.
import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";

type Unanswered<T> = { send: () => Promise<T>; hasArrived: () => boolean; waitsMs: number };

/** No deadline passes before the other side has what was sent, however slow the machine is. */
export async function untilItGivesUp<T>({ send, hasArrived, waitsMs }: Unanswered<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const outcome = send();
    while (!hasArrived()) await setImmediate();
    vi.advanceTimersByTime(waitsMs);
    return await outcome;
  } finally {
    vi.useRealTimers();
  }
}
