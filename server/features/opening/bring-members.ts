// The members of the book: what is stored of each, and posted (OPEN-33 to OPEN-36).
import { sql } from "kysely";
import { memberBroughtForward } from "#domain/ledger/opening-postings.ts";
import { toKes } from "#domain/money.ts";
import type { OpeningMember } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { message } from "#messages/message.ts";
import { recordAudits, recordAudit } from "#server/core/audit-log/audit.ts";
import { addMembersOfBook } from "#server/core/identity/members-of-book.ts";
import { languageOf, type Language } from "#domain/language.ts";
import { letter, sendLetter, stranger } from "#server/core/mail/letters.ts";
import { changeMember } from "#server/core/members/change-member.ts";
import { rememberPhone } from "#server/core/members/earlier-phones.ts";
import { tell } from "#server/core/notices/write-notices.ts";
import { masked } from "#domain/members/contacts.ts";
import { writeEntries } from "#server/core/ledger/journal.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/prepared-query.ts";
import type { By } from "#server/platform/request.ts";
import type { PlainDate } from "#domain/calendar.ts";

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
  for (const member of members) {
    const account = accounts.get(member.regNumber.toLowerCase());
    if (account?.isClaimed === false) await renewAccount(tx, bringing, member, account.id);
    if (account?.isClaimed === true) await tellBookOfAccount(tx, bringing, { member, account });
  }
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
      after: {
        member_id: memberId,
        amount: toKes(amountCents),
        description: message("descriptions.broughtForward"),
        entry_id: entryId,
      },
      address: bringing.origin.address,
    })),
  );
}

// Whose accounts the members of the book have (OPEN-36).

type Account = {
  id: number;
  isClaimed: boolean;
  phone: string | null;
  email: string | null;
  language: Language;
};

/** By RegNo in small letters. Refuses an account that waits for approval or has left. */
async function readAccounts(
  tx: Tx,
  members: readonly OpeningMember[],
): Promise<Map<string, Account>> {
  const wanted = members.map(({ regNumber }) => regNumber.toLowerCase());
  const rows = await tx
    .selectFrom("members")
    .select(["id", "reg_number", "status", "exited_on", "has_cleared", "phone", "email"])
    .select("language")
    .select(sql<boolean>`NOT is_brought_in OR password_hash IS NOT NULL`.as("is_claimed"))
    .where(sql<string>`lower(reg_number)`, "=", anyOf("text", wanted))
    .execute();
  const unfit = rows.find(
    (row) =>
      row.exited_on !== null || row.has_cleared || !["active", "dormant"].includes(row.status),
  );
  if (unfit !== undefined) throw refuse("opening-account-unfit", { reg: unfit.reg_number });
  return new Map(
    rows.map(({ id, reg_number, is_claimed: isClaimed, phone, email, language }) => [
      reg_number.toLowerCase(),
      { id, isClaimed, phone, email, language: languageOf(language) },
    ]),
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

/**
 * Somebody signed up with a RegNo of the book before its sheet came (OPEN-36): the phone and the address that the book
 * has are notified of whose account gets what the book says, and the phone gets what a thief would keep from its owner.
 */
async function tellBookOfAccount(
  tx: Tx,
  { now, actor, origin }: Bringing,
  { member, account }: { member: OpeningMember; account: Account },
): Promise<void> {
  const { id: memberId, phone, email, language } = account;
  const reg = member.regNumber;
  const facts = { reg, phone: phone ?? "", email: email ?? "" };
  if (member.phone !== null && member.phone !== phone) {
    await rememberPhone(tx, { memberId, phone: member.phone, now });
    await recordAudit(tx, {
      now,
      actorId: actor.id,
      action: "members.bring-forward",
      subject: "member",
      subjectId: memberId,
      before: { phone: masked(member.phone) },
      after: { reg_number: reg, phone: masked(phone ?? "") },
      address: origin.address,
    });
    await tell(tx, "claim_taken", { memberId, now }, facts);
  }
  if (member.email === null || member.email.toLowerCase() === email?.toLowerCase()) return;
  const name = `${member.firstName} ${member.lastName}`;
  const claimed = letter("bookClaimed", { ...facts, member: name });
  await sendLetter(tx, { to: stranger({ email: member.email, language }), letter: claimed, now });
}

/** An account that an earlier sheet made and nobody has claimed is as this sheet says. */
async function renewAccount(
  tx: Tx,
  bringing: Bringing,
  member: OpeningMember,
  id: number,
): Promise<void> {
  await changeMember(tx, id, {
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    phone: member.phone,
    status: member.status,
    is_active: true,
    approved_on: member.joinedOn,
  });
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
