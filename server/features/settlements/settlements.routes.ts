// Exits and clearings: contract entry -> action or query.
import * as contract from "#contract/settlements.ts";
import { isMember } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { readPreview } from "./preview-settlement.ts";
import { settleMember } from "./settlements.actions.ts";

export function settlementRoutes(routes: Routes): void {
  routes.read(contract.previewSettlement, (reader, { actor, now, query }) =>
    readPreview(reader, { actor, now, memberId: query.member }),
  );

  // Status and office change, so all that relies on them waits.
  const aboutSomebody = {
    changesMembership: true,
    existsInBody: (reader: Reader, body: Record<string, unknown>) =>
      isMember(reader, body["member_id"]),
  };

  routes.write(
    contract.exitMember,
    (tx, { body, ...by }) =>
      settleMember(tx, by, {
        memberId: body.member_id,
        kind: "exit",
        seen: {
          loans: body.non_cleared_loans.map((loan) => ({
            id: loan.loan_id,
            balanceCents: loan.current_balance,
          })),
          contributionsCents: body.total_contributions,
          shareCents: body.overall_shared_interest,
          givenCents: body.actual_shared_interest,
        },
      }),
    aboutSomebody,
  );

  routes.write(
    contract.clearMember,
    (tx, { body, ...by }) =>
      settleMember(tx, by, { memberId: body.member_id, kind: "clear", seen: null }),
    aboutSomebody,
  );
}
