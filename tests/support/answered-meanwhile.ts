// How much else happens while something is under way: an order of events, which is the same on a slow machine.
import { setTimeout as wait } from "node:timers/promises";

/** Runs `act`, and `other` again and again until it ends; returns what came of it, and how often `other` was done before. */
export async function countMeanwhile<Result>(
  act: () => Promise<Result>,
  other: () => Promise<unknown>,
): Promise<{ result: Result; others: number }> {
  const state = { isUnderWay: true };
  let others = 0;
  const outcome = act().finally(() => {
    state.isUnderWay = false;
  });
  // A failure is thrown below.
  outcome.catch(() => undefined);
  while (state.isUnderWay) {
    await other();
    if (state.isUnderWay) others += 1;
  }
  return { result: await outcome, others };
}

/** How often a timer had its turn in this thread before `act` ended: seldom where the thread computes for long. */
export const countTurns = <Result>(act: () => Promise<Result>) =>
  countMeanwhile(act, () => wait(1));
