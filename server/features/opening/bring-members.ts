// The members of the book: what is stored of each, and posted (OPEN-33 to OPEN-36).
import { memberBroughtForward } from "#domain/ledger/opening-postings.ts";
import type { OpeningMember } from "#domain/opening/opening-book.ts";
import { addMembersOfBook } from "#server/core/identity/members-of-book.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import type { Bringing } from "./bringing.ts";
import { readAccounts, renewAccount, requireFreeContacts } from "./accounts-of-book.ts";
import { bringFines } from "./bring-fines.ts";
import { inBatches } from "./in-batches.ts";

/** By RegNo in small letters. */
export type MemberIds = ReadonlyMap<string, number>;

export function memberOf(ids: MemberIds, regNumber: string): number {
  // Every RegNo of the sheet stands in Members (OPEN-8).
  return ids.get(regNumber.toLowerCase())!;
}

/** Refuses an account that waits for approval or has left, and a phone or email that is another's by now. */
export async function bringMembers(
  tx: Tx,
  bringing: Bringing,
  members: readonly OpeningMember[],
): Promise<MemberIds> {
  const accounts = await readAccounts(tx, members);
  const ids = new Map([...accounts].map(([reg, { id }]) => [reg, id]));
  const isNew = (member: OpeningMember) => !accounts.has(member.regNumber.toLowerCase());
  const created = members.filter(isNew);
  await requireFreeContacts(tx, members, accounts);
  const by = { now: bringing.now, actorId: bringing.actor.id, address: bringing.origin.address };
  for (const [reg, id] of await addMembersOfBook(tx, created, by)) ids.set(reg.toLowerCase(), id);
  const isClaimed = (member: OpeningMember) =>
    accounts.get(member.regNumber.toLowerCase())?.isClaimed !== false;
  for (const member of members.filter((each) => !isClaimed(each)))
    await renewAccount(tx, bringing, member, memberOf(ids, member.regNumber));
  await inBatches(members, (batch) =>
    bringBatch(
      tx,
      bringing,
      batch.map((member) => ({
        ...member,
        memberId: memberOf(ids, member.regNumber),
        isNew: isNew(member),
      })),
    ),
  );
  return ids;
}

type Brought = OpeningMember & { memberId: number; isNew: boolean };

async function bringBatch(tx: Tx, bringing: Bringing, batch: readonly Brought[]): Promise<void> {
  const { openingId, now, cutOver, description } = bringing;
  const rows = await tx
    .insertInto("opening_members")
    .values(
      batch.map((member) => ({
        opening_id: openingId,
        member_id: member.memberId,
        row: member.row,
        savings_cents: member.savingsCents,
        paid_up_to: member.paidUpTo,
        last_paid_on: member.lastPaidOn,
        unpaid_fines_cents: member.unpaidFinesCents,
        joined_on: member.joinedOn,
        is_new: member.isNew,
      })),
    )
    .returning(["id", "member_id"])
    .execute();
  const ids = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  const entries = batch.flatMap((member) => {
    const { memberId, savingsCents, unpaidFinesCents } = member;
    const openingMemberId = ids.get(memberId)!;
    const occasion = { businessDate: cutOver, description };
    return (
      memberBroughtForward({
        ...occasion,
        openingMemberId,
        memberId,
        savingsCents,
        unpaidFinesCents,
      }) ?? []
    );
  });
  const entryIds = await writeEntries(
    tx,
    entries.map((entry) => ({ ...entry, authorId: bringing.proposedBy, now })),
  );
  const entryOf = new Map(entries.map(({ source }, index) => [source.id, entryIds[index]]));
  const fined = batch.filter(({ unpaidFinesCents }) => unpaidFinesCents > 0n);
  await bringFines(
    tx,
    bringing,
    fined.map(({ memberId, unpaidFinesCents }) => ({
      memberId,
      amountCents: unpaidFinesCents,
      entryId: entryOf.get(ids.get(memberId)!),
    })),
  );
}
