// A fine from the member list: any official charges it, and it reaches the books at once (PAY-22).
import { sql } from "kysely";
import type { Cents } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { chargeFine } from "#server/core/ledger/fines.ts";
import type { Reader, Tx } from "#server/db/connection.ts";
import type { By, Posted, When } from "./posting.ts";

export type NamedMember = { id: number | null; username: string | null };

/** Refuses a name that nobody or more than one member answers to, and who has left the group. */
export async function postFine(
  tx: Tx,
  by: By,
  fine: { chargedUser: NamedMember; amountCents: Cents; when: When },
): Promise<Posted> {
  const member = await findChargedMember(tx, fine.chargedUser);
  const { entryId } = await chargeFine(tx, {
    memberId: member.id,
    amountCents: fine.amountCents,
    description: fine.when.description,
    chargedOn: fine.when.businessDate,
    by: { actorId: by.actor.id, address: by.origin.address },
    now: by.now,
  });
  const fined = {
    member: `${member.first_name} ${member.last_name}`,
    amount: fine.amountCents,
  };
  return { entryId, done: message("done.books.fined", fined) };
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
