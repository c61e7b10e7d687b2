// People in answers (API-10), the words for offices and statuses, and the fields for people in requests.
import * as z from "zod/mini";
import {
  id,
  oneOfAnyCase,
  ID_MAX,
  Unreadable,
  field,
  readDistinctText,
  readText,
  readWholeNumber,
  unreadable,
} from "./fields.ts";
import { fieldFault, type FieldFault } from "#domain/field-fault.ts";
import type { Label } from "#messages/en/fields.ts";
import { isEmailAddress, isLandline, normalisePhone } from "#domain/members/contacts.ts";
import { passwordForm } from "#domain/members/password-form.ts";
import { passesForOffice } from "#domain/members/look-alikes.ts";
import { isUsername, nameFault, plainText } from "#domain/members/names.ts";

/** The field `member` of every answer about a person, next to their username in `user`. */
export const person = z.object({
  id,
  username: z.string(),
  full_name: z.string(),
  reg_number: z.string(),
});

export type Person = z.output<typeof person>;

export const office = z.enum(["Chairperson", "Sec-Gen", "Treasurer"]);

const roles = { chairperson: "Chairperson", treasurer: "Treasurer", "sec-gen": "Sec-Gen" } as const;

/** A role in any case: the specification assigns `chairperson` and removes `Chairperson`. */
export const role = z.pipe(
  oneOfAnyCase("Role", ["chairperson", "treasurer", "sec-gen"]),
  z.transform((word) => roles[word]),
);

export const memberStatus = z.enum(["pending_approval", "active", "dormant", "cleared"]);

// Names, addresses and passwords in requests.

/** A first or last name of at most 40 characters, read by `plainText` and refused as `validateName` says (MEM-7). */
export function personName(label: Label) {
  return field({ type: "string", minLength: 1, maxLength: 40 }, (value) => {
    const name = plainText(readText(value, label, 200));
    const fault = validateName(name, label);
    if (fault !== null) throw new Unreadable(fault);
    return name;
  });
}

type WholeName = { first_name?: string | undefined; last_name?: string | undefined };

/** The fault of the last name of somebody who with both names passes for an office; null if there is none (MEM-7). */
export function validateWholeName({
  first_name = "",
  last_name = "",
}: WholeName): FieldFault | null {
  return passesForOffice(`${first_name} ${last_name}`) ? ofOffice : null;
}

const ofOffice = fieldFault("name-office", { label: "Last name" });

/** Checks the names of a body as `validateWholeName` does. */
export const wholeName = z.refine<WholeName>((body) => validateWholeName(body) === null, {
  message: ofOffice.code,
  params: { fault: ofOffice },
  path: ["last_name"],
});

/** The name of the group or its bank, of at most 60 characters: it stands in mails as people's names do (MEM-7). */
export function ownName(label: Label) {
  return field({ type: "string", minLength: 1, maxLength: 60 }, (value) => {
    const name = plainText(readText(value, label, 200));
    const fault = validateName(name, label, 60);
    if (fault !== null) throw new Unreadable(fault);
    return name;
  });
}

/** The fault of a name that `plainText` returned; null if it has none. */
export function validateName(name: string, label: Label, most = 40): FieldFault | null {
  const fault = nameFault(name, most);
  if (fault === null) return null;
  if (fault === "too-long") return fieldFault("characters", { label, most });
  if (fault === "office") return fieldFault("name-office", { label });
  return fault === "unusable" ? fieldFault("unprintable", { label }) : fieldFault(fault, { label });
}

/** A username: 2 to 30 of `a-z A-Z 0-9 . _ -`, at least one of them a letter, and no office in disguise (MEM-7). */
export function username() {
  const shape = { type: "string", pattern: "^(?=.*[A-Za-z])[A-Za-z0-9._-]{2,30}$" };
  return field(shape, (value) => {
    const written = readText(value, "Username", 200);
    if (isUsername(written)) return written;
    return unreadable(passesForOffice(written) ? "username-office" : "username");
  });
}

/**
 * A password as typed, 1 to 128 characters, never trimmed. Its other rules need the person, so they are checked later.
 */
export function password(label: Label) {
  return field(passwordShape, (value) => readPassword(value, label));
}

/** As `password`, in the form in which it is compared and hashed: two fields that look the same are the same. */
export function newPassword(label: Label) {
  return field(passwordShape, (value) => passwordForm(readPassword(value, label)));
}

const passwordShape = { type: "string", minLength: 1, maxLength: 128 };

function readPassword(value: unknown, label: Label): string {
  if (value === undefined || value === null || value === "") unreadable("required", { label });
  if (typeof value !== "string") unreadable("text", { label });
  if (value.length > 128) unreadable("characters", { label, most: 128 });
  return value;
}

/** An email address: one @, a dotted domain, at most 254 characters. */
export function email(label: Label = "Email") {
  return field({ type: "string", format: "email", maxLength: 254 }, (value) => {
    const address = readDistinctText(value, label, 254);
    return isEmailAddress(address) ? address : unreadable("email");
  });
}

/** A phone number with all spaces and marks that people write in it is not longer. */
const PHONE_MOST = 40;

/**
 * A Kenyan mobile number, normalised to +254… (MEM-2). Refuses a landline. A JSON number has lost its leading zero,
 * which is put back.
 */
export function phone() {
  const shape = { type: ["string", "number"], examples: ["0712345678", "+254712345678"] };
  return field(shape, (value) => {
    const written =
      typeof value === "number" ? String(value).replace(/^(?=[17]\d{8}$)/, "0") : value;
    const text = readText(written, "Phone", PHONE_MOST);
    return normalisePhone(text) ?? unreadable(isLandline(text) ? "landline" : "phone");
  });
}

/** 1 to `most` ids of members; repeated ids count once. */
export function memberIds(label: Label, { most }: { most: number }) {
  const items = { type: "integer", minimum: 1, maximum: ID_MAX };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): number[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length === 0) unreadable("required", { label });
    if (value.length > most) unreadable("times", { label, most });
    const ids = value.map((id: unknown) => readWholeNumber(id, label, { min: 1, max: ID_MAX }));
    return [...new Set(ids)];
  });
}

/** A member in a form: an id, a username, or text that may be either. */
export function memberName(label: Label) {
  const shape = { type: ["string", "integer"], description: "A username, or a member's id." };
  return field(shape, (value): { id: number | null; username: string | null } => {
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0)
      return { id: value, username: null };
    const username = readText(value, label, 60);
    return { id: /^[1-9]\d{0,8}$/.test(username) ? Number(username) : null, username };
  });
}
