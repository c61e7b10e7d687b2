// Makes the links of objection-links.ts.
import { formerOfficialDays } from "#domain/members/office-answers.ts";
import type { Tx } from "#server/db/connection.ts";
import { hashToken, newToken } from "#server/platform/secrets.ts";
import { heldOfficeSince } from "./voices.ts";
import type { WaitingProposal } from "./waiting-offices.ts";

/** Returns the addresses by member: of all who held an office lately, but the proposer. */
export async function makeObjectionLinks(
  tx: Tx,
  proposal: WaitingProposal,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<ReadonlyMap<number, string>> {
  const since = new Date(now.getTime() - formerOfficialDays * 24 * 3_600_000);
  const people = await tx
    .selectFrom("members")
    .select("id")
    .where(heldOfficeSince(since))
    .where("id", "<>", proposal.proposed_by)
    .where("email", "is not", null)
    .orderBy("id")
    .execute();
  const links = people.map(({ id }) => ({ id, token: newToken() }));
  if (links.length > 0)
    await tx
      .insertInto("objection_links")
      .values(
        links.map(({ id, token }) => ({
          token_hash: hashToken(token),
          proposal_id: proposal.id,
          member_id: id,
          created_at: now,
        })),
      )
      .execute();
  return new Map(links.map(({ id, token }) => [id, `${publicUrl}/object/${token}`]));
}
