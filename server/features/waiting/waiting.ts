// What waits for whoever asks (PAY-37).
import * as contract from "#contract/waiting.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { officeOf } from "#domain/permissions.ts";
import { waitingKinds } from "#domain/waiting-kinds.ts";
import { readWhatWaits } from "#server/core/waiting/read-what-waits.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

export function waitingRoutes(routes: Routes): void {
  routes.read(contract.getWaiting, async (reader, { actor, now }) => {
    const waits = await readWhatWaits(reader, [{ id: actor.id, office: officeOf(actor) }], now);
    const order = waits.toSorted(
      (one, other) => waitingKinds.indexOf(one.kind) - waitingKinds.indexOf(other.kind),
    );
    return {
      waiting: order.map(({ kind, count, since }) => ({ kind, count, since: nairobiIso(since) })),
    };
  });
}
