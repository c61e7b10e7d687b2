// The sheet Members, and who of them has an account already (OPEN-7).
import { isEmailAddress } from "../members/contacts.ts";
import { normalisePhone } from "../members/contacts.ts";
import { foldedName } from "../folding.ts";
import { passesForOffice } from "../members/look-alikes.ts";
import { nameFault } from "../members/names.ts";
import type { OpeningMember, OpeningStatus } from "./opening-book.ts";
import type { SheetRow, WordList } from "./sheet-rows.ts";

const REG_NUMBER_MOST = 60;
const EMAIL_MOST = 254;

/** An account of the application, to compare the sheet with. */
export type KnownAccount = {
  regNumber: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string | null;
  /** `waits` for the Chairperson's approval. */
  standing: "in-group" | "waits" | "inactive" | "left";
};

type Row = SheetRow<"members">;

/** RegNos are compared like the database's lower(). */
export function regNumberKey(regNumber: string): string {
  return regNumber.toLowerCase();
}

/** The readable members, and every RegNo of the sheet, right or wrong, by its key. */
export function readMembers(
  rows: readonly Row[],
  params: { accounts: readonly KnownAccount[]; statuses: WordList<OpeningStatus> },
): { members: OpeningMember[]; regNumbers: ReadonlyMap<string, string> } {
  const regNumbers = new Map<string, string>();
  const once = uniqueInSheet();
  const besides = besidesAccounts(params.accounts);
  const members: OpeningMember[] = [];
  for (const row of rows) {
    const read = readMember(row, params.statuses);
    const { regNumber, phone, email, name } = read;
    if (regNumber !== null) regNumbers.set(regNumberKey(regNumber), regNumber);
    once(row, { regNumber, phone, email, name });
    besides(row, { regNumber, phone, email, name });
    if (read.member !== null) members.push(read.member);
  }
  return { members, regNumbers };
}

type Identity = {
  regNumber: string | null;
  phone: string | null;
  email: string | null;
  name: string | null;
};

function readMember(
  row: Row,
  statuses: WordList<OpeningStatus>,
): Identity & { member: OpeningMember | null } {
  const regNumber = row.text("regNumber", REG_NUMBER_MOST);
  const firstName = readName(row, "firstName");
  const lastName = readName(row, "lastName");
  if (firstName !== null && lastName !== null && passesForOffice(`${firstName} ${lastName}`))
    row.error("lastName", "name-office");
  const phone = readPhone(row);
  const email = readEmail(row);
  const joinedOn = row.date("joinedOn");
  const status = row.oneOf("status", statuses);
  const savingsCents = row.amount("savings");
  const paidUpTo = row.month("paidUpTo");
  const lastPaidOn = row.date("lastPaidOn");
  const unpaidFinesCents = row.amount("unpaidFines") ?? 0n;
  const name = firstName === null || lastName === null ? null : `${firstName} ${lastName}`;
  const isWhole =
    regNumber !== null &&
    firstName !== null &&
    lastName !== null &&
    joinedOn !== null &&
    status !== null &&
    savingsCents !== null &&
    paidUpTo !== null;
  const member = isWhole
    ? {
        row: row.row,
        regNumber,
        firstName,
        lastName,
        phone,
        email,
        joinedOn,
        status,
        savingsCents,
        paidUpTo,
        lastPaidOn,
        unpaidFinesCents,
      }
    : null;
  return { regNumber, phone, email, name, member };
}

/** MEM-7. */
function readName(row: Row, column: "firstName" | "lastName"): string | null {
  const name = row.text(column, 40);
  const fault = name === null ? null : nameFault(name);
  if (fault === null) return name;
  if (fault === "too-long") row.error(column, "text-too-long", { most: 40 });
  else if (fault === "unusable") row.error(column, "text-unprintable");
  else row.error(column, `name-${fault}`);
  return null;
}

/** A number of nine digits lost its 0 in a number cell. */
function readPhone(row: Row): string | null {
  const written = row.text("phone", 40);
  if (written === null) return null;
  const phone = normalisePhone(written.replace(/^(?=[17]\d{8}$)/, "0"));
  if (phone === null) row.error("phone", "phone-unreadable", { written });
  return phone;
}

function readEmail(row: Row): string | null {
  const written = row.text("email", EMAIL_MOST);
  if (written === null || isEmailAddress(written)) return written;
  row.error("email", "email-unreadable", { written: written.slice(0, 60) });
  return null;
}

/** Reports values that the sheet has twice; two equal names only as a warning, because people share them. */
function uniqueInSheet(): (row: Row, identity: Identity) => void {
  const seen = new Map<string, number>();
  const before = (kind: string, value: string | null, row: number) => {
    if (value === null) return undefined;
    const key = `${kind} ${value.toLowerCase()}`;
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    return first;
  };
  return (row, { regNumber, phone, email, name }) => {
    const first = {
      regNumber: before("RegNo", regNumber, row.row),
      phone: before("phone", phone, row.row),
      email: before("email", email, row.row),
      name: before("name", name === null ? null : foldedName(name), row.row),
    };
    if (first.regNumber !== undefined)
      row.error("regNumber", "reg-number-twice", { row: first.regNumber });
    if (first.phone !== undefined) row.error("phone", "phone-twice", { row: first.phone });
    if (first.email !== undefined) row.error("email", "email-twice", { row: first.email });
    if (first.name !== undefined) row.warn("lastName", "name-twice", { row: first.name });
  };
}

function besidesAccounts(
  accounts: readonly KnownAccount[],
): (row: Row, identity: Identity) => void {
  const byRegNumber = new Map(accounts.map((each) => [regNumberKey(each.regNumber), each]));
  const byPhone = new Map(accounts.map((each) => [each.phone, each]));
  const byEmail = new Map(accounts.map((each) => [each.email?.toLowerCase() ?? null, each]));
  return (row, { regNumber, phone, email, name }) => {
    const own = regNumber === null ? undefined : byRegNumber.get(regNumberKey(regNumber));
    if (own?.standing === "waits") row.error("regNumber", "account-waits");
    if (own?.standing === "inactive") row.error("regNumber", "account-inactive");
    if (own?.standing === "left") row.error("regNumber", "account-left");
    const ownName = own === undefined ? null : `${own.firstName} ${own.lastName}`;
    if (ownName !== null && name !== null && foldedName(ownName) !== foldedName(name))
      row.warn("lastName", "account-named", { name: ownName });
    // Without a RegNo the account is unknown.
    if (regNumber === null) return;
    const phoneOf = phone === null ? undefined : byPhone.get(phone);
    if (phoneOf !== undefined && phoneOf !== own)
      row.error("phone", "phone-taken", { regNumber: phoneOf.regNumber });
    const emailOf = email === null ? undefined : byEmail.get(email.toLowerCase());
    if (emailOf !== undefined && emailOf !== own)
      row.error("email", "email-taken", { regNumber: emailOf.regNumber });
  };
}
