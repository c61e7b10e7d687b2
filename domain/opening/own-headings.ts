// Finds the heading of a group's own sheet, and what each column seems to hold, in English and Swahili (OPEN-17).
import { addDays, type PlainDate } from "../calendar.ts";
import { folded } from "../folding.ts";
import {
  monthNamed,
  readWrittenAmount,
  readWrittenMonth,
  textAt,
  type Cell,
} from "../spreadsheets/table.ts";
import { namesOf } from "../statements/bank-columns.ts";
import type { UploadedTable } from "./find-sheets.ts";
import {
  mappedSheets,
  noColumns,
  type OwnMapping,
  type OwnPart,
  type OwnSheet,
  type OwnSheetMapping,
} from "./own-book.ts";

const HEADING_WITHIN = 50;
const SHEETS_SHOWN = 20;
const COLUMNS_SHOWN = 200;
const SAMPLES = 3;
const FIRST_ROWS = 15;
const SHOWN_LENGTH = 60;

/** The words of headings, the more telling parts first. Compared without case, accents and signs. */
const WORDS: readonly (readonly [OwnPart, RegExp])[] = [
  ["first_name", /^(?:first|given) ?names?$|^jina la kwanza$/],
  ["last_name", /^(?:last|second|other|family) ?names?$|^surname$|^jina la (?:mwisho|ukoo|pili)$/],
  ["email", /\be ?mail|\bbarua pepe/],
  ["phone", /\bphone|\bmobile|\btel\b|\btelephone|\bcell\b|\bsimu\b/],
  ["loan_due_on", /\bdue (?:on|date)|\bdate due|\bmatur|\bmwisho wa kulipa|\btarehe ya mwisho/],
  [
    "loan_given_on",
    /\bloan (?:date|given on)|\bdate (?:of|given) loan|\bgiven on|\btarehe ya mkopo|\bulitolewa/,
  ],
  ["loan_balance", /\bloans?\b|\boutstanding|\bmi?kopo\b|\bdeni\b/],
  ["fines", /\bfines?\b|\bpenalt|\bfaini\b/],
  ["shares", /\bshares?\b|\bhisa\b/],
  [
    "brought_forward",
    /\bb ?f(?:wd)?\b|\bbrought|\bopening bal|\bprevious|\bsalio la (?:mwanzo|awali|nyuma)/,
  ],
  ["last_paid_on", /\blast (?:paid|payment)|\bmara ya mwisho|\bmalipo ya mwisho/],
  ["paid_up_to", /\bpaid (?:up )?to\b|\bamelipa hadi/],
  ["joined_on", /\bjoin|jiunga\b/],
  ["status", /^status$|^hali$/],
  [
    "reg_number",
    /\breg(?:istration)? ?(?:no|number)?\b|\b(?:m|member|members|membership) ?(?:no|number|id)\b|\b(?:namba|nambari|na) ya (?:usajili|mwanachama|uanachama)/,
  ],
  ["name", /\bnames?\b|\bjina\b|\bmajina\b|^(?:mem(?:ber)?s?|mwanachama|wanachama)$/],
  ["reg_number", /^(?:no|s ?no|number|namba|nambari|na|id)$/],
  ["savings", /\bsavings?\b|\bakiba\b|\btotal\b|\bjumla\b|\bcontributions?\b|\bmichango\b/],
];

/** What a heading of a month may say beside it. */
const BESIDE_MONTH = new Set(
  "contribution contributions savings saving akiba mchango michango mwezi month wa ya of for paid kes ksh kshs".split(
    " ",
  ),
);

/** A heading as words: small letters, without accents, signs and the currency. */
function wordsOf(text: string): string {
  return folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/ ?\bk(?:es|shs?)\b/g, "")
    .trim();
}

/** A month of a known year, or 1 to 12 of one that the heading does not say. */
type MonthHeading = { month: PlainDate } | { number: number };

/**
 * `Jan 2026`, `Jan-26`, a date, `01/2026`, `Mchango wa Januari`; null for any other heading. Excel makes 26 January of this year of a typed
 * `Jan-26`: the year of such a date is not known.
 */
export function monthOfHeading(text: string, kind: Cell["kind"] = "text"): MonthHeading | null {
  const written = readWrittenMonth(text);
  if (kind === "date" && isTypedYear(text)) return { number: Number(text.slice(5, 7)) };
  if (written !== null) return { month: written };
  const tokens = folded(text).match(/\p{L}+|\p{N}+/gu) ?? [];
  const numbers = tokens.map(monthNamed).filter((month) => month > 0);
  const years = tokens.filter((token) => /^(?:20)?\d\d$/.test(token));
  const others = tokens.filter(
    (token) => monthNamed(token) === 0 && !years.includes(token) && !BESIDE_MONTH.has(token),
  );
  const [number] = numbers;
  if (number === undefined || numbers.length > 1 || years.length > 1 || others.length > 0)
    return null;
  const [of] = years;
  if (of === undefined) return { number };
  const month = `${of.padStart(4, "20")}-${String(number).padStart(2, "0")}-01`;
  return { month };
}

/** A day that is another year's last digits, and no end of its month, as which some write a month. */
function isTypedYear(day: string): boolean {
  const [year, date] = [day.slice(0, 4), day.slice(8, 10)];
  return date >= "20" && `20${date}` !== year && addDays(day.slice(0, 10), 1).slice(8) !== "01";
}

export type OwnHeading = {
  /** The index of its row, of the lower one of two. */
  row: number;
  /** The index of its first row. */
  top: number;
  columns: string[];
  months: (MonthHeading | null)[];
};

/** The heading of most known words; `at` is the index of the row that a person chose. Null for a sheet without one. */
export function findOwnHeading(table: UploadedTable, at: number | null): OwnHeading | null {
  const rows = at === null ? [...table.rows.slice(0, HEADING_WITHIN).keys()] : [at];
  let best: { heading: OwnHeading; score: number } | null = null;
  for (const row of rows)
    for (const heading of [single(table, row), double(table, row)]) {
      if (heading === null) continue;
      const score = scoreOf(heading);
      if (score > (best?.score ?? (at === null ? 1 : -1))) best = { heading, score };
    }
  if (best !== null) return best.heading;
  const row = table.rows.findIndex((cells) => filled(cells) > 2);
  return row < 0 ? null : single(table, row);
}

const filled = (cells: readonly Cell[]) => cells.filter(({ text }) => text.trim() !== "").length;

function scoreOf({ columns, months }: OwnHeading): number {
  const known = new Set(Object.values(guessColumns({ columns, months })));
  known.delete(null);
  return known.size + months.filter((month) => month !== null).length;
}

function single(table: UploadedTable, row: number): OwnHeading | null {
  const cells = table.rows[row] ?? [];
  if (cells.length === 0) return null;
  const columns = namesOf(cells.map(({ text }) => text.trim()));
  return {
    row,
    top: row,
    columns,
    months: cells.map(({ text, kind }) => monthOfHeading(text.trim(), kind)),
  };
}

/**
 * A heading in two rows, of which `row` is the lower: `2026` above `Jan` and `Feb`, beside `Name` that goes down over both.
 * Null if the lower one is a member's row: that has a name where the upper one names the column.
 */
function double(table: UploadedTable, row: number): OwnHeading | null {
  const [tops, subs] = [table.rows[row - 1] ?? [], table.rows[row] ?? []];
  const width = Math.max(tops.length, subs.length);
  const isHeading =
    filled(tops) > 0 &&
    filled(subs) > 1 &&
    subs.every(({ text }) => isHeadingText(text)) &&
    // A title above is over none of the headings, or beside none.
    tops.some((_, index) => textAt(tops, index) !== "" && textAt(subs, index) === "") &&
    tops.some((_, index) => textAt(tops, index) !== "" && textAt(subs, index) !== "");
  if (!isHeading) return null;
  let group = "";
  const texts = Array.from({ length: width }, (_, index): [top: string, sub: string] => {
    const [top, sub] = [textAt(tops, index), textAt(subs, index)];
    // A merged cell has its text in the first of its columns.
    if (sub === "" || top !== "") group = sub === "" ? "" : top;
    return [sub === "" ? top : group, sub];
  });
  return {
    row,
    top: row - 1,
    columns: namesOf(texts.map(([top, sub]) => `${top} ${sub}`.trim())),
    months: texts.map(([top, sub], index) => {
      const kind = (sub === "" ? tops : subs)[index]?.kind;
      const both = monthOfHeading(`${top} ${sub}`.trim(), kind);
      return both ?? (guessPart(top) === null ? monthOfHeading(sub, kind) : null);
    }),
  };
}

function isHeadingText(text: string): boolean {
  const isNumber = typeof readWrittenAmount(text) === "bigint" && !/^20\d\d$/.test(text.trim());
  return !isNumber || monthOfHeading(text) !== null;
}

const guessPart = (text: string) =>
  WORDS.find(([, words]) => words.test(wordsOf(text)))?.[0] ?? null;

/** The column of each part by the words of its heading; each column once. */
function guessColumns({ columns, months }: Pick<OwnHeading, "columns" | "months">) {
  const taken = new Set<string>(columns.filter((_, index) => (months[index] ?? null) !== null));
  const found = noColumns();
  for (const [part, words] of WORDS) {
    const column = columns.find((each) => !taken.has(each) && words.test(wordsOf(each)));
    if (column === undefined || found[part] !== null) continue;
    taken.add(column);
    found[part] = column;
  }
  if (found.name !== null && found.first_name !== null && found.last_name !== null)
    found.name = null;
  return found;
}

/** The month of each column; those without a year go on from `year`, in which the first of them is. */
export function monthsOf(heading: OwnHeading, year: number | null): (PlainDate | null)[] {
  let [years, before] = [0, 0];
  return heading.months.map((found) => {
    if (found === null) return null;
    if ("month" in found) return found.month;
    if (year === null) return null;
    if (found.number < before) years += 1;
    before = found.number;
    return `${year + years}-${String(found.number).padStart(2, "0")}-01`;
  });
}

/** The first year that the sheet's title or name says; null if they say none. */
function yearAbove(table: UploadedTable, heading: OwnHeading): number | null {
  const titles = table.rows
    .slice(0, heading.row + 1)
    .flat()
    .map(({ text }) => text);
  const found = /(?<!\d)20\d\d(?!\d)/.exec([...titles, table.name, table.fileName].join(" "));
  return found === null ? null : Number(found[0]);
}

/** By which name a person chooses a table. */
export const ownName = ({ name, fileName }: UploadedTable) => (name === "" ? fileName : name);

/**
 * The sheets that may be mapped, and the mapping that was sent; what the headings propose without one, or if it has only the sheet and
 * perhaps the row of its heading. Null if no sheet has a heading.
 */
export function offerOwnSheets(
  tables: readonly UploadedTable[],
  sent: OwnMapping | null,
): { sheets: OwnSheet[]; mapping: OwnMapping } | null {
  const sentOf = new Map(
    (sent === null ? [] : mappedSheets(sent)).map((each) => [each.sheet, each]),
  );
  const found = tables.flatMap((table) => {
    if (table.isHidden === true) return [];
    const row = sentOf.get(ownName(table))?.heading_row ?? null;
    const at = row === null ? null : row - 1;
    const heading = findOwnHeading(table, at);
    return heading === null ? [] : [{ table, heading }];
  });
  const chosen = found.find(({ table }) => ownName(table) === sent?.sheet);
  const best =
    chosen ?? found.toSorted((one, other) => scoreOf(other.heading) - scoreOf(one.heading))[0];
  if (best === undefined) return null;
  const isMapped = sent !== null && hasColumns(sent);
  const first = isMapped
    ? sent
    : { ...sent, ...proposedSheet(best.table, best.heading), balances: [] };
  const others = (sent?.others ?? [])
    .filter(({ sheet }) => sheet !== first.sheet)
    .map((other) => {
      const its = found.find(({ table }) => ownName(table) === other.sheet);
      const isAsked = its !== undefined && !hasColumns(other);
      return isAsked ? proposedSheet(its.table, its.heading) : other;
    });
  const mapping = { ...first, others: others.length === 0 ? undefined : others };
  const yearOf = new Map(mappedSheets(mapping).map(({ sheet, year }) => [sheet, year]));
  return {
    sheets: found.slice(0, SHEETS_SHOWN).map(({ table, heading }) => {
      const year = yearOf.get(ownName(table));
      return sheetOf(table, heading, year === undefined ? yearAbove(table, heading) : year);
    }),
    mapping,
  };
}

/** Whether it says what any column holds. */
export function hasColumns({ columns, months }: OwnSheetMapping): boolean {
  return months.length > 0 || Object.values(columns).some((column) => column !== null);
}

function proposedSheet(table: UploadedTable, heading: OwnHeading): OwnSheetMapping {
  return {
    sheet: ownName(table),
    heading_row: heading.row + 1,
    columns: guessColumns(heading),
    months: heading.columns.filter((_, index) => (heading.months[index] ?? null) !== null),
    year: yearAbove(table, heading),
    joined_on: null,
    paid_up_to: null,
    loan_due_on: null,
    readings: { dates: null, thousands: null },
    zeros: null,
    people: [],
  };
}

function sheetOf(table: UploadedTable, heading: OwnHeading, year: number | null): OwnSheet {
  const columns = heading.columns.slice(0, COLUMNS_SHOWN);
  const months = monthsOf(heading, year);
  const below = table.rows.slice(heading.row + 1).filter((row) => filled(row) > 1);
  return {
    name: ownName(table),
    headingRow: heading.row + 1,
    columns: columns.map((name, index) => ({
      name,
      isMonth: (heading.months[index] ?? null) !== null,
      lacksYear: "number" in (heading.months[index] ?? {}),
      month: months[index] ?? null,
    })),
    rows: below
      .slice(0, SAMPLES)
      .map((row) => columns.map((_, index) => textAt(row, index).slice(0, SHOWN_LENGTH))),
    firstRows: table.rows.slice(0, FIRST_ROWS).map((row) =>
      row
        .map(({ text }) => text.trim())
        .filter(Boolean)
        .join(" | ")
        .slice(0, SHOWN_LENGTH),
    ),
  };
}
