// What was proposed to be brought over, and the offices' word on it: contract entry -> action or query.
import * as contract from "#contract/opening.ts";
import type { Translate } from "#messages/translator.ts";
import { message, type Message } from "#messages/message.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { acceptOpening } from "./accept-opening.ts";
import { refuseOpening } from "./decide-opening.ts";
import { readOpeningMembers } from "./opening-members.ts";
import { openingExists, readOpening, readOpenings } from "./openings.queries.ts";
import { takeBackOpening } from "./take-back-opening.ts";

export function decisionRoutes(routes: Routes): void {
  routes.read(contract.getOpenings, async (reader) => ({ openings: await readOpenings(reader) }));
  routes.read(contract.getOpeningMembers, (reader, { id, query }) =>
    readOpeningMembers(reader, id, query),
  );
  // They make accounts or end them, and rest on offices.
  const options = { exists: openingExists, changesMembership: true };
  routes.write(
    contract.acceptOpening,
    async (tx, { body, id, ...by }) => {
      await acceptOpening(tx, by, {
        id,
        totalSavingsSeenCents: body.total_savings_seen,
        isConfirmed: body.confirm === true,
      });
      return answer(tx, id, by.t, ({ members, savingsCents }) =>
        message("done.opening.accepted", { members, savings: savingsCents }),
      );
    },
    options,
  );
  routes.write(
    contract.refuseOpening,
    async (tx, { body, id, ...by }) => {
      await refuseOpening(tx, by, { id, reason: body.reason });
      return answer(tx, id, by.t, () => message("done.opening.refused"));
    },
    options,
  );
  routes.write(
    contract.takeBackOpening,
    async (tx, { body, id, ...by }) => {
      const isDone = await takeBackOpening(tx, by, { id, reason: body.reason });
      const done = isDone ? "done.opening.takenBack" : "done.opening.takeBackAsked";
      return answer(tx, id, by.t, () => message(done));
    },
    options,
  );
}

async function answer(
  tx: Tx,
  id: number,
  t: Translate,
  done: (opening: { members: number; savingsCents: bigint }) => Message,
) {
  const opening = await readOpening(tx, id);
  const savingsCents = BigInt(Math.round(opening.total_savings * 100));
  return { detail: t(done({ members: opening.members, savingsCents })), opening };
}
