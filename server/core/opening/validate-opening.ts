// Reads an uploaded sheet and checks it against the existing accounts: the one path of rehearsal and proposal
// (OPEN-15).
import { sql } from "kysely";
import type { PlainDate } from "#domain/calendar.ts";
import type { SheetContext, SheetWords } from "#domain/opening/validate-sheet.ts";
import {
  moneyBesideBank,
  openingAccounts,
  openingLoanTypes,
  openingStatuses,
  type SheetAccount,
  type SheetProduct,
} from "#domain/opening/opening-book.ts";
import type { OwnMapping } from "#domain/opening/own-book.ts";
import type { KnownAccount } from "#domain/opening/read-members.ts";
import { type SheetLanguage, sheetLanguages } from "#domain/opening/sheet-columns.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReadSheet, SheetPart } from "./read-sheet.ts";
import { accountsOf } from "#domain/ledger/chart-of-accounts.ts";
import { wordKey, type WordList } from "#domain/opening/sheet-rows.ts";
import { translatorFor } from "#messages/translator.ts";

/** Reads files outside of the process that answers requests. */
export type SheetReader = {
  readSheet: (parts: readonly SheetPart[], context: SheetContext) => Promise<ReadSheet>;
};

/** The parts named `file`, the cut-over day, and what was said of a sheet of the group's own. */
export type UploadedSheet = {
  parts: readonly SheetPart[];
  cutOver: PlainDate;
  mapping: OwnMapping | null;
};

/**
 * Reads the parts in a process of its own and reports every problem; writes nothing. A sheet with `problems` cannot be
 * proposed; a `differenceCents` other than 0 needs a reason (OPEN-9). Refuses with `file-…` a file that holds no
 * table. `language` names sheets and choices; `products` are what the group offers.
 */
export async function validateOpening(
  reader: Reader,
  files: SheetReader,
  sheet: UploadedSheet,
  { language, products }: { language: SheetLanguage; products: readonly SheetProduct[] },
): Promise<{ validated: ReadSheet; context: SheetContext }> {
  const [accounts, settings] = await Promise.all([
    readKnownAccounts(reader),
    readGroupSettings(reader),
  ]);
  const words = sheetWords(language, settings);
  const { cutOver, mapping } = sheet;
  const context = { cutOver, words, accounts, products, language, mapping };
  return { validated: await files.readSheet(sheet.parts, context), context };
}

async function readKnownAccounts(reader: Reader): Promise<KnownAccount[]> {
  const rows = await reader
    .selectFrom("members")
    .select(["reg_number", "first_name", "last_name", "phone", "email"])
    .select(
      sql<KnownAccount["standing"]>`CASE
        WHEN has_cleared OR status = 'cleared' OR exited_on IS NOT NULL THEN 'left'
        WHEN status = 'pending_approval' THEN 'waits'
        -- What an earlier sheet made and nobody claimed was deactivated with it, and comes back with this one (OPEN-38).
        WHEN NOT is_active AND NOT (is_brought_in AND password_hash IS NULL) THEN 'inactive'
        ELSE 'in-group' END`.as("standing"),
    )
    .execute();
  return rows.map((row) => ({
    regNumber: row.reg_number,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    standing: row.standing,
  }));
}

// The words allowed in the lists of a sheet: codes and their names, in both languages.

/** The name of each choice of a list. */
export type Choices = Readonly<Record<"status" | "loanType" | "account", readonly string[]>>;

export function choicesIn(language: SheetLanguage): Choices {
  const t = translatorFor(language);
  return {
    status: openingStatuses.map((code) => t(`words.statuses.${code}`)),
    loanType: openingLoanTypes.map((code) => t(`opening.loanTypes.${code}`)),
    account: openingAccounts.flatMap((code) =>
      code === "bank"
        ? [t("accounts.bank"), ...moneyBesideBank.map((each) => t(`opening.money.${each}`))]
        : [t(`accounts.${code}`)],
    ),
  };
}

/** `bankName`: the group settings' name for the account `bank`. */
export function sheetWords(
  language: SheetLanguage,
  { bankName }: { bankName: string },
): SheetWords {
  const listed = choicesIn(language);
  const inBoth = sheetLanguages.map((each) => translatorFor(each));
  return {
    statuses: called(
      openingStatuses,
      (code) => inBoth.map((t) => t(`words.statuses.${code}`)),
      listed.status,
    ),
    loanTypes: called(
      openingLoanTypes,
      (code) => [code.replace("_loan", ""), ...inBoth.map((t) => t(`opening.loanTypes.${code}`))],
      listed.loanType,
    ),
    accounts: called<SheetAccount>(
      [...accountsOf(() => false).map(({ code }) => code), ...moneyBesideBank],
      (code) =>
        code === "mpesa" || code === "cash"
          ? inBoth.map((t) => t(`opening.money.${code}`))
          : [...inBoth.map((t) => t(`accounts.${code}`)), ...(code === "bank" ? [bankName] : [])],
      listed.account,
    ),
  };
}

/** The codes, each under all its names. */
function called<Code extends string>(
  codes: readonly Code[],
  names: (code: Code) => readonly string[],
  choices: readonly string[],
): WordList<Code> {
  const known = codes.flatMap((code) =>
    [code, ...names(code)].map((name) => [wordKey(name), code] as const),
  );
  return { known: new Map(known), listed: choices.join(", ") };
}
