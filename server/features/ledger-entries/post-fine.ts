// A fine from the member list: any official charges it, and it reaches the books at once (PAY-22).
import { sql } from "kysely";
import { formatKes, type Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { chargeFine } from "#server/core/ledger/fines.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By, Posted } from "./posting.ts";

export type NamedMember = { id: number | null; username: string | null };

/** Refuses a name that nobody or more than one member answers to, and who has left the group. */
export async function postFine(
  tx: Tx,
  by: By,
  fine: { chargedUser: NamedMember; amountCents: Cents; description: string },
): Promise<Posted> {
  const member = await findChargedMember(tx, fine.chargedUser);
  const { entryId } = await chargeFine(tx, {
    memberId: member.id,
    amountCents: fine.amountCents,
    description: fine.description,
    by: { actorId: by.actor.id, address: by.origin.address },
    now: by.now,
  });
  const name = `${member.first_name} ${member.last_name}`;
  return { entryId, detail: `${name} was fined ${formatKes(fine.amountCents)}.` };
}

async function findChargedMember(reader: Reader, named: NamedMember) {
  const found = await reader
    .selectFrom("members")
    .select(["id", "first_name", "last_name"])
    .where((where) =>
      where.or([
        where("id", "=", named.id ?? 0),
        sql<boolean>`lower(username) = lower(${named.username ?? ""})`,
      ]),
    )
    .execute();
  // A username of digits alone may be another member's number; a fine must never land on the wrong one.
  if (found.length > 1) throw refuse("charged-user-ambiguous").at("charged_user");
  const [member] = found;
  if (member === undefined) throw refuse("charged-user-unknown").at("charged_user");
  return member;
}
