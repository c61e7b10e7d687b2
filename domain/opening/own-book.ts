// A group's own sheet, whose headings are not the template's: what a person says that its columns hold (OPEN-17).
import type { PlainDate } from "../calendar.ts";
import type { Cents } from "../money.ts";
import type { DoubtKind, Readings } from "../statements/readings.ts";

/** What a column of a person's own sheet may hold, beside months. */
export const ownParts = [
  "name",
  "first_name",
  "last_name",
  "reg_number",
  "phone",
  "email",
  "joined_on",
  "status",
  "brought_forward",
  "savings",
  "paid_up_to",
  "last_paid_on",
  "fines",
  "shares",
  "loan_balance",
  "loan_given_on",
  "loan_due_on",
] as const;
export type OwnPart = (typeof ownParts)[number];

/** The parts whose figures a total adds up. */
export const figureParts = [
  "brought_forward",
  "savings",
  "fines",
  "shares",
  "loan_balance",
] as const satisfies readonly OwnPart[];

/** What one sheet holds. */
export type OwnSheetMapping = {
  /** The sheet's name; of a csv, the file's. */
  sheet: string;
  /** The row of the heading from 1, the lower one of two; null if it is to be found. */
  heading_row: number | null;
  /** The name of each column; null if the sheet has none. */
  columns: Record<OwnPart, string | null>;
  /** The names of the columns with the contributions of a month. */
  months: string[];
  /** Of the first month whose heading has no year. */
  year: number | null;
  /** For members of whom the sheet does not say it. */
  joined_on: PlainDate | null;
  /** For members of whom neither a column nor the months say it: any day in the month. */
  paid_up_to: PlainDate | null;
  loan_due_on: PlainDate | null;
  /** How cells are read that can be read in two ways; null until somebody answers. */
  readings: { [Kind in "dates" | "thousands"]: NonNullable<Readings[Kind]> | null };
  /** Whether a RegNo of a number cell lost zeros. */
  zeros: ZerosReading | null;
  /** Whether rows with the same name are one member; by the name as `nameKey` compares it. */
  people: { name: string; are: PeopleReading }[];
};

/** As a request sends it and an opening stores it. */
export type OwnMapping = OwnSheetMapping & {
  /** What the group itself has and owes, on each account's natural side; an amount as it is written. */
  balances: { account: string; amount: string }[];
  /** Further sheets of the file, each with members of its own or with more about the same ones. */
  others?: OwnSheetMapping[] | undefined;
};

/** The sheets that are read, the first of them with all members' savings or its own. */
export function mappedSheets(mapping: OwnMapping): OwnSheetMapping[] {
  return [mapping, ...(mapping.others ?? [])];
}

export const zerosReadings = ["padded", "as_written"] as const;
export type ZerosReading = (typeof zerosReadings)[number];
export const peopleReadings = ["one", "several"] as const;
export type PeopleReading = (typeof peopleReadings)[number];

/** A column of a sheet as it is offered for mapping. */
export type OwnColumn = {
  name: string;
  /** Whether its heading is a month. */
  isMonth: boolean;
  /** Whether that heading does not say the year. */
  lacksYear: boolean;
  /** Null also if neither the heading nor the mapping has the year. */
  month: PlainDate | null;
};

export type OwnSheet = {
  name: string;
  /** From 1; the lower row of a heading in two. */
  headingRow: number;
  columns: OwnColumn[];
  /** The first three rows below, as written, beside the columns. */
  rows: string[][];
  /** The first rows of the sheet, to choose the heading from. */
  firstRows: string[];
};

/** What is asked about a sheet, with the first rows in doubt. */
export type OwnQuestion = {
  sheet: string;
  kind: Exclude<DoubtKind, "minus"> | "zeros" | "people";
  column: string;
  /** Of `people`: the name to answer for, as `nameKey` compares it; else "". */
  name: string;
  examples: {
    row: number;
    written: string;
    /** What each choice makes of it: a day, an amount, or a text. */
    readings: {
      choice: string;
      day: PlainDate | null;
      amountCents: Cents | null;
      text: string | null;
    }[];
  }[];
};

/** What a person is shown in order to map a sheet of their own. */
export type OwnBook = { sheets: OwnSheet[]; mapping: OwnMapping; questions: OwnQuestion[] };

export const noColumns = (): OwnMapping["columns"] =>
  Object.fromEntries(ownParts.map((part) => [part, null])) as OwnMapping["columns"];
