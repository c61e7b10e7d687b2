// The words allowed in the lists of a sheet: codes and their names, in both languages.
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import type { SheetWords } from "#domain/opening/validate-sheet.ts";
import {
  moneyBesideBank,
  openingAccounts,
  openingLoanTypes,
  openingStatuses,
  type SheetAccount,
} from "#domain/opening/opening-book.ts";
import { sheetLanguages, type SheetLanguage } from "#domain/opening/sheet-columns.ts";
import { wordKey, type WordList } from "#domain/opening/sheet-rows.ts";
import { translatorFor } from "#messages/translator.ts";

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
      [...accounts.map(({ code }) => code), ...moneyBesideBank],
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
