// The sheets of OPEN-1 and their columns: the names in each language, and the type of their cells.
import type { Language } from "../language.ts";
import { headingKey } from "../spreadsheets/table.ts";

export type SheetLanguage = "en" | "sw";

type Words = Readonly<Record<SheetLanguage, string>>;

/** `list` is one of a few words, `month` any notation of a month. */
type Holds = "text" | "amount" | "date" | "month" | "list";

export type Column = { readonly heading: Words; readonly holds: Holds; readonly isNeeded: boolean };

const column =
  (isNeeded: boolean) =>
  (holds: Holds, en: string, sw: string): Column => ({ heading: { en, sw }, holds, isNeeded });
const needed = column(true);
const optional = column(false);

const regNumber = needed("text", "RegNo", "Namba ya Usajili");

export const sheets = {
  members: {
    name: { en: "Members", sw: "Wanachama" },
    columns: {
      regNumber,
      firstName: needed("text", "First name", "Jina la kwanza"),
      lastName: needed("text", "Last name", "Jina la mwisho"),
      phone: optional("text", "Phone", "Simu"),
      email: optional("text", "Email", "Barua pepe"),
      joinedOn: needed("date", "Joined on", "Alijiunga"),
      status: needed("list", "Status", "Hali"),
      savings: needed("amount", "Savings to date", "Akiba hadi sasa"),
      paidUpTo: needed("month", "Paid up to month", "Amelipa hadi mwezi"),
      lastPaidOn: optional("date", "Last paid on", "Alilipa mara ya mwisho"),
      unpaidFines: optional("amount", "Unpaid fines", "Faini zisizolipwa"),
    },
  },
  loans: {
    name: { en: "Loans", sw: "Mikopo" },
    columns: {
      regNumber,
      loanType: needed("list", "Loan type", "Aina ya mkopo"),
      amount: needed("amount", "Amount", "Kiasi"),
      interest: needed("amount", "Interest", "Riba"),
      paid: needed("amount", "Paid so far", "Kilicholipwa"),
      givenOn: needed("date", "Given on", "Ulitolewa"),
      dueOn: needed("date", "Due on", "Mwisho wa kulipa"),
      product: optional("text", "Product", "Mkopo gani"),
      instalmentsLeft: optional("text", "Instalments left", "Awamu zilizobaki"),
      nextDueOn: optional("date", "Next due on", "Awamu inayofuata"),
    },
  },
  group: {
    name: { en: "Group", sw: "Chama" },
    columns: {
      account: needed("list", "Account", "Akaunti"),
      balance: needed("amount", "Balance", "Salio"),
    },
  },
  deposits: {
    name: { en: "Fixed deposits", sw: "Amana za muda maalum" },
    columns: {
      description: needed("text", "Description", "Maelezo"),
      amount: needed("amount", "Amount", "Kiasi"),
      placedOn: optional("date", "Placed on", "Iliwekwa"),
      maturesOn: optional("date", "Matures on", "Inaiva"),
    },
  },
  history: {
    name: { en: "Past contributions", sw: "Michango iliyopita" },
    columns: {
      regNumber,
      month: needed("month", "Month", "Mwezi"),
      amount: needed("amount", "Amount", "Kiasi"),
      paidOn: optional("date", "Paid on", "Alilipa"),
      reference: optional("text", "Reference", "Kumbukumbu"),
    },
  },
} as const satisfies Record<string, { name: Words; columns: Record<string, Column> }>;

export type SheetKey = keyof typeof sheets;
export type ColumnKey<Sheet extends SheetKey> = keyof (typeof sheets)[Sheet]["columns"] & string;

export const sheetKeys = Object.keys(sheets) as SheetKey[];
export const sheetLanguages = ["en", "sw"] as const satisfies readonly SheetLanguage[];

/** The language of the sheets for a reader of `language`: English if no sheet is written in theirs. */
export function sheetLanguageFor(language: Language): SheetLanguage {
  return sheetLanguages.find((each) => each === language) ?? "en";
}

/** OPEN-14 writes the problems of a row here; never read. */
export const problemHeading: Words = { en: "Problem", sw: "Tatizo" };

/** The text of an example's first cell (OPEN-4). */
export const exampleMark: Words = { en: "EXAMPLE", sw: "MFANO" };

/** The columns of a sheet in the template's order. */
export function columnsOf(sheet: SheetKey): [key: string, column: Column][] {
  return Object.entries<Column>(sheets[sheet].columns);
}

/** As in the template: a required one with its star. */
export function headingOf({ heading, isNeeded }: Column, language: SheetLanguage): string {
  return isNeeded ? `${heading[language]}*` : heading[language];
}

/** The sheet of that name, in either language, ignoring case. */
export function sheetNamed(name: string): SheetKey | null {
  const written = headingKey(name);
  return (
    sheetKeys.find((key) =>
      sheetLanguages.some((language) => headingKey(sheets[key].name[language]) === written),
    ) ?? null
  );
}

const columnsByHeading = new Map(
  sheetKeys.map((sheet) => [
    sheet,
    new Map(
      columnsOf(sheet).flatMap(([key, { heading }]) =>
        sheetLanguages.map((language) => [headingKey(heading[language]), key] as const),
      ),
    ),
  ]),
);

/** The column of a sheet under that heading, in either language. */
export function columnUnder(sheet: SheetKey, heading: string): string | null {
  return columnsByHeading.get(sheet)?.get(headingKey(heading)) ?? null;
}

export function isProblemHeading(heading: string): boolean {
  const written = headingKey(heading);
  return sheetLanguages.some((language) => headingKey(problemHeading[language]) === written);
}
