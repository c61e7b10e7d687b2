// Keeps PostgreSQL running while this process uses it.
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Cluster } from "./cluster.ts";
import { isPassing } from "./connect.ts";
import { isPostmasterOf } from "./liveness.ts";
import { isLastMember, joinDatabase, type Membership } from "./membership.ts";
import { stopPostmaster } from "./postmaster.ts";

const checkEveryMs = 250;

/** Watches the postmaster and this process's connection; joins anew (or starts) when either dies. */
export function superviseMembership(
  cluster: Cluster,
  first: Membership,
  log: (line: string) => void,
): { leave: () => Promise<void> } {
  let membership = first;
  let wake = wakeAtEnd(first.client);
  const leaving = new AbortController();
  const watching = watch();
  let left: Promise<void> | null = null;
  return { leave: () => (left ??= leave()) };

  async function watch() {
    while (!leaving.signal.aborted) {
      if (!wake.signal.aborted && isPostmasterOf(cluster.directory, membership.postmasterPid)) {
        await sleep(checkEveryMs, undefined, { signal: wake.signal }).catch(() => undefined);
      } else {
        await rejoin().catch(async (error: unknown) => {
          log(`PostgreSQL cannot be reached, trying again: ${String(error)}`);
          await sleep(1_000);
        });
      }
    }
  }

  async function rejoin() {
    await membership.client.end().catch(() => undefined);
    membership = await joinDatabase(cluster);
    wake = wakeAtEnd(membership.client);
    log(
      `PostgreSQL had gone and is back (${membership.adopted ? "started elsewhere" : "started"})`,
    );
  }

  async function leave() {
    leaving.abort();
    wake.abort();
    await watching;
    const isLast = await isLastMember(membership).catch((error: unknown) => {
      // PostgreSQL ended this very moment, for instance because another process stops it.
      if (isPassing(error)) return false;
      throw error;
    });
    if (isLast) {
      await stopPostmaster(cluster.directory, membership.postmasterPid);
      log("PostgreSQL stopped");
    }
    await membership.client.end().catch(() => undefined);
  }
}

/** Ends the wait between two looks as soon as the connection ends. */
function wakeAtEnd(client: Client): AbortController {
  const wake = new AbortController();
  client.once("end", () => wake.abort());
  return wake;
}
