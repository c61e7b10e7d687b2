// Whose accounts the members of the book have (OPEN-36).
import { sql } from "kysely";
import type { OpeningMember } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import type { Tx } from "#server/db/connection.ts";
import { anyOf } from "#server/db/prepared-queries/value-list.ts";
import type { Bringing } from "./bringing.ts";

type Account = { id: number; isClaimed: boolean };

/** By RegNo in small letters. Refuses an account that waits for approval or has left. */
export async function readAccounts(
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
export async function requireFreeContacts(
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
export async function renewAccount(
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
