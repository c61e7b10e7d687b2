// Values that only one member may have: username, email, phone and registration number (MEM-2).
import { sql } from "kysely";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";

export type UniqueValues = { username: string; email: string; phone: string; regNumber: string };

// The database's constraint, the field of the form, and its name in messages.
const unique = {
  username: { constraint: "members_username_key", field: "username", label: "Username" },
  email: { constraint: "members_email_key", field: "email", label: "Email" },
  phone: { constraint: "members_phone_key", field: "phone", label: "Phone" },
  regNumber: { constraint: "members_reg_number_key", field: "RegNo", label: "Registration number" },
} as const satisfies Record<keyof UniqueValues, unknown>;

const names = Object.keys(unique) as (keyof UniqueValues)[];

/** Reports every given value that another member has; accounts that were never activated count as well. */
export async function findTaken(
  reader: Reader,
  params: { [Name in keyof UniqueValues]?: string | undefined } & { now: Date },
  exceptMemberId = 0,
): Promise<FieldErrors> {
  const { username = null, email = null, phone = null, regNumber = null } = params;
  const hasUsername = sql<boolean>`coalesce(lower(username) = lower(${username}), false)`;
  const hasEmail = sql<boolean>`coalesce(lower(email) = lower(${email}), false)`;
  const hasPhone = sql<boolean>`coalesce(phone = ${phone}, false)`;
  const hasRegNumber = sql<boolean>`coalesce(lower(reg_number) = lower(${regNumber}), false)`;
  const rows = await reader
    .selectFrom("members")
    .select([
      hasUsername.as("username"),
      hasEmail.as("email"),
      hasPhone.as("phone"),
      hasRegNumber.as("regNumber"),
    ])
    .where("id", "<>", exceptMemberId)
    .where(
      sql<boolean>`(lower(username) = lower(${username}) OR lower(email) = lower(${email})
        OR phone = ${phone} OR lower(reg_number) = lower(${regNumber}))`,
    )
    .execute();
  const isStored =
    email !== null && (await isStoredAddress(reader, { email, exceptMemberId, now: params.now }));
  const taken = names.filter(
    (name) => rows.some((row) => row[name]) || (name === "email" && isStored),
  );
  return Object.assign({}, ...taken.map(alreadyInUse)) as FieldErrors;
}

/**
 * Refuses an address that another member can still restore (MEM-14). Call after the write, in its transaction: then
 * it also sees a change that freed the address while the write waited for it.
 */
export async function refuseStoredAddress(
  tx: Tx,
  params: { email: string; exceptMemberId: number; now: Date },
): Promise<void> {
  if (await isStoredAddress(tx, params)) throw refuseFields(alreadyInUse("email"));
}

async function isStoredAddress(
  reader: Reader,
  { email, exceptMemberId, now }: { email: string; exceptMemberId: number; now: Date },
): Promise<boolean> {
  const stored = await reader
    .selectFrom("mail_tokens")
    .select("member_id")
    .where("purpose", "=", "email-undo")
    .where("spent_at", "is", null)
    .where("expires_at", ">", now)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where("member_id", "<>", exceptMemberId)
    .executeTakeFirst();
  return stored !== undefined;
}

/** The same, from the error of a write that lost the race; null for any other error. */
export function takenByConstraint(error: unknown): FieldErrors | null {
  const constraint = violatedConstraint(error);
  const name = names.find((each) => unique[each].constraint === constraint);
  return name === undefined ? null : alreadyInUse(name);
}

function alreadyInUse(name: keyof UniqueValues): FieldErrors {
  const { field, label } = unique[name];
  return { [field]: [refuse("already-in-use", { label })] };
}
