// What waits for a second official: contract entry -> action or query.
import * as contract from "#contract/proposals.ts";
import { countDueSettings } from "#server/core/approvals/setting-proposals.ts";
import type { Database } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import {
  agree,
  mayDecide,
  refuseIt,
  whyNotAgree,
  whyNotRefuse,
  type DirectPostings,
} from "./decide-proposal.ts";
import { readProposals } from "./proposals.queries.ts";

/** `postings`: how each kind is done directly, by the features that do it. */
export function proposalRoutes(routes: Routes, db: Database, postings: DirectPostings): void {
  routes.read(contract.getProposals, async (reader, { actor, now, query, t }) => {
    await countDueSettings(db, now);
    const params = { callerId: actor.id, page: pageOf(query), t };
    const { proposals, count } = await readProposals(reader, params);
    return { proposals, ...(count === undefined ? {} : { count }) };
  });

  // An exit changes a status, and a setting is changed alone.
  const deciding = {
    changesMembership: true,
    prepare: (prepared: Database, { now }: { now: Date }) => countDueSettings(prepared, now),
  };

  routes.write(contract.agreeToProposal, (tx, { id, ...by }) => agree(tx, by, { id, postings }), {
    ...deciding,
    exists: (reader, id, actor) =>
      mayDecide(reader, { id, actorId: actor.id, whyNot: whyNotAgree }),
  });

  routes.write(
    contract.refuseProposal,
    (tx, { id, body, ...by }) => refuseIt(tx, by, { id, reason: body.reason }),
    {
      ...deciding,
      exists: (reader, id, actor) =>
        mayDecide(reader, { id, actorId: actor.id, whyNot: whyNotRefuse }),
    },
  );
}
