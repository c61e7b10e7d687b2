// The members of the book: what is stored of each, and posted (OPEN-33 to OPEN-36).
import { sql } from "kysely";
import { memberBroughtForward } from "#domain/ledger/opening-postings.ts";
import { toKes } from "#domain/money.ts";
import type { OpeningMember } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudits, recordAudit } from "#server/core/audit-log/audit.ts";
import { addMembersOfBook } from "#server/core/identity/members-of-book.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { PlainDate } from "#domain/calendar.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

/** By RegNo in small letters. */
export type MemberIds = ReadonlyMap<string, number>;

export function memberOf(ids: MemberIds, regNumber: string): number {
  // Every RegNo of the sheet is in Members (OPEN-8).
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

// The unpaid fines of the book (OPEN-35).

type Fined = { memberId: number; amountCents: bigint; entryId: number | undefined };

/** What is unpaid of each: one fine, which is in the entry of its member. */
async function bringFines(tx: Tx, bringing: Bringing, fined: readonly Fined[]): Promise<void> {
  if (fined.length === 0) return;
  const { now, cutOver, description } = bringing;
  const rows = await tx
    .insertInto("fines")
    .values(
      fined.map(({ memberId, amountCents }) => ({
        member_id: memberId,
        amount_cents: amountCents,
        description,
        charged_on: cutOver,
        charged_at: now,
        charged_by: bringing.proposedBy,
        opening_id: bringing.openingId,
      })),
    )
    .returning(["id", "member_id"])
    .execute();
  const fineIds = new Map(rows.map(({ id, member_id }) => [member_id, id]));
  await recordAudits(
    tx,
    fined.map(({ memberId, amountCents, entryId }) => ({
      now,
      actorId: bringing.actor.id,
      action: "fines.bring-forward",
      subject: "fine",
      subjectId: fineIds.get(memberId) ?? null,
      after: { member_id: memberId, amount: toKes(amountCents), description, entry_id: entryId },
      address: bringing.origin.address,
    })),
  );
}

// Whose accounts the members of the book have (OPEN-36).

type Account = { id: number; isClaimed: boolean };

/** By RegNo in small letters. Refuses an account that waits for approval or has left. */
async function readAccounts(
  tx: Tx,
  members: readonly OpeningMember[],
): Promise<Map<string, Account>> {
  const wanted = members.map(({ regNumber }) => regNumber.toLowerCase());
  const rows = await tx
    .selectFrom("members")
    .select(["id", "reg_number", "status", "exited_on", "has_cleared"])
    .select(sql<boolean>`NOT is_brought_in OR password_hash IS NOT NULL`.as("is_claimed"))
    .where(sql<string>`lower(reg_number)`, "=", anyOf("text", wanted))
    .execute();
  const unfit = rows.find(
    (row) =>
      row.exited_on !== null || row.has_cleared || !["active", "dormant"].includes(row.status),
  );
  if (unfit !== undefined) throw refuse("opening-account-unfit", { reg: unfit.reg_number });
  return new Map(
    rows.map((row) => [row.reg_number.toLowerCase(), { id: row.id, isClaimed: row.is_claimed }]),
  );
}

/** The rehearsal asked the same; somebody may have signed up since. */
async function requireFreeContacts(
  tx: Tx,
  members: readonly OpeningMember[],
  accounts: ReadonlyMap<string, Account>,
): Promise<void> {
  const ours = members.filter(
    ({ regNumber }) => accounts.get(regNumber.toLowerCase())?.isClaimed !== true,
  );
  const ownIds = ours.flatMap(({ regNumber }) => accounts.get(regNumber.toLowerCase())?.id ?? []);
  const taken = await tx
    .selectFrom("members")
    .select(["phone", "email"])
    .where((member) =>
      member.or([
        member(
          "phone",
          "=",
          anyOf(
            "text",
            ours.flatMap(({ phone }) => phone ?? []),
          ),
        ),
        member(
          sql<string>`lower(email)`,
          "=",
          anyOf(
            "text",
            ours.flatMap(({ email }) => email?.toLowerCase() ?? []),
          ),
        ),
      ]),
    )
    .where((member) => member.not(member("id", "=", anyOf("int", ownIds))))
    .limit(1)
    .executeTakeFirst();
  if (taken === undefined) return;
  const whose = ours.find(
    ({ phone, email }) =>
      (phone !== null && phone === taken.phone) ||
      (email !== null && email.toLowerCase() === taken.email?.toLowerCase()),
  );
  throw refuse("opening-contact-taken", { reg: whose?.regNumber ?? "" });
}

/** An account that an earlier sheet made and nobody has claimed is as this sheet says. */
async function renewAccount(
  tx: Tx,
  bringing: Bringing,
  member: OpeningMember,
  id: number,
): Promise<void> {
  await tx
    .updateTable("members")
    .set({
      first_name: member.firstName,
      last_name: member.lastName,
      email: member.email,
      phone: member.phone,
      status: member.status,
      is_active: true,
      approved_on: member.joinedOn,
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, {
    now: bringing.now,
    actorId: bringing.actor.id,
    action: "members.bring-forward",
    subject: "member",
    subjectId: id,
    after: { reg_number: member.regNumber, status: member.status, is_active: true },
    address: bringing.origin.address,
  });
}

// What all that a sheet brings has in common: who brings it, and its rows, which go to the database some hundred at a time.

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** What is brought over, by whom and when: every record and entry is of this moment, and of the Treasurer who proposed it. */
export type Bringing = By & {
  openingId: number;
  proposedBy: number;
  cutOver: PlainDate;
  /** What the journal says of each entry. */
  description: string;
};

const AT_ONCE = 500;

/** What `write` gives for each batch, in the order of `items`; nothing is written for none. */
export async function inBatches<Item, Written>(
  items: readonly Item[],
  write: (batch: Item[]) => Promise<readonly Written[] | void>,
): Promise<Written[]> {
  const written: Written[] = [];
  for (let done = 0; done < items.length; done += AT_ONCE)
    written.push(...((await write(items.slice(done, done + AT_ONCE))) ?? []));
  return written;
}

/** The commit checks each entry of a sheet: of 5,000 members on a busy machine that is longer than a request may take. */
export async function takeTime(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = '60s'`.execute(tx);
}
