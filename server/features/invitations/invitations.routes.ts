// Inviting people to join the group (MEM-34 to MEM-37).
import * as contract from "#contract/invitations.ts";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import { endInvitation, invite } from "./invitations.actions.ts";
import { invitationExists, listInvitations, openInvitation } from "./invitations.queries.ts";

export function invitationRoutes(
  routes: Routes,
  parts: { config: Pick<Config, "publicUrl">; throttle: Throttle },
): void {
  routes.write(contract.invite, (tx, request) => invite(tx, parts.config, request), {
    // Only a Chairperson's invitation is valid when it is used.
    changesMembership: true,
  });
  routes.read(contract.listInvitations, (reader, { query, now }) =>
    listInvitations(reader, query, now),
  );
  routes.write(contract.endInvitation, endInvitation, { exists: invitationExists });
  routes.public(contract.openInvitation, async (db, request) => {
    await parts.throttle.take("token-address", request.origin.address);
    return openInvitation(db, request);
  });
}
