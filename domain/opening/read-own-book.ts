// Turns a group's own sheet, by what a person said of its columns, into the sheets of OPEN-1, whose rows then have all checks of those
// (OPEN-17, OPEN-18).
import { assert } from "../assert.ts";
import { addMonths, firstOfMonth, type PlainDate } from "../calendar.ts";
import { toKes, type Cents } from "../money.ts";
import { readWrittenMoment, textAt, withoutDecimals, type Cell } from "../spreadsheets/table.ts";
import type { Readings } from "../statements/readings.ts";
import { doubtExample, settleTable } from "../statements/two-readings.ts";
import type { FoundSheet, Note, UploadedTable } from "./find-sheets.ts";
import {
  figureParts,
  mappedSheets,
  type OwnMapping,
  type OwnPart,
  type OwnQuestion,
  type OwnSheetMapping,
  type ZerosReading,
} from "./own-book.ts";
import { findOwnHeading, monthsOf, ownName, type OwnHeading } from "./own-headings.ts";
import { memberRows, nameKey, positionOf, type OwnColumns, type OwnRow } from "./own-rows.ts";
import { regNumberKey } from "./read-members.ts";
import { sheets, type SheetKey, type SheetLanguage } from "./sheet-columns.ts";

const EXAMPLES = 3;
const QUESTIONS_MAX = 100;
const dateParts = ["joined_on", "last_paid_on", "loan_given_on", "loan_due_on"] as const;

export type OwnSheets = {
  /** The tables that were read, from 0, each with its heading; none if one of them could not be. */
  read: { table: number; heading: number; name: string }[];
  sheets: FoundSheet[];
  questions: OwnQuestion[];
};

type Params = {
  language: SheetLanguage;
  cutOver: PlainDate;
  /** The RegNos that have an account. */
  regNumbers: readonly string[];
  note: Note;
};

/** Members, loans, past contributions and the group's balances; questions about what can be read in two ways are errors too. */
export function readOwnBook(
  tables: readonly UploadedTable[],
  mapping: OwnMapping,
  params: Params,
): OwnSheets {
  const { language, note } = params;
  const group = balancesSheet(mapping, language);
  const mapped = mappedSheets(mapping);
  const tried = mapped.map((each, index) => {
    if (mapped.findIndex(({ sheet }) => sheet === each.sheet) === index)
      return readOwnSheet(tables, each, { ...params, isFirst: index === 0 });
    const at = { sheet: each.sheet, table: null, row: 1, column: "" };
    note("error", at, "own-sheet-twice", { written: each.sheet });
    return null;
  });
  const read = tried.filter((each) => each !== null);
  if (read.length < tried.length) return { read: [], sheets: [group], questions: [] };
  const people = membersOf(read, note);
  const ofEach = (make: (people: readonly OfPerson[], own: Reading) => FoundSheet) =>
    together(
      read.map((own) =>
        make(
          people.filter((each) => each.own === own),
          own,
        ),
      ),
    );
  return {
    read: read.map(({ index, heading, columns }) => ({
      table: index,
      heading: heading.row,
      name: columns.sheet,
    })),
    sheets: [
      ofEach((each, own) =>
        membersSheet(
          each.filter(({ isSame }) => !isSame),
          own,
        ),
      ),
      ofEach(historySheet),
      ofEach(loansSheet),
      withShares(group, people),
    ].filter((sheet) => sheet.key === "members" || sheet.key === "group" || sheet.rows.length > 0),
    questions: read.flatMap(({ questions }) => questions).slice(0, QUESTIONS_MAX),
  };
}

/** The rows of one sheet with its columns; null, with what is wrong, if it or a column is not there. */
function readOwnSheet(
  tables: readonly UploadedTable[],
  mapping: OwnSheetMapping,
  { isFirst, ...params }: Params & { isFirst: boolean },
): Reading | null {
  const { language, note } = params;
  const index = tables.findIndex((table) => ownName(table) === mapping.sheet);
  const table = tables[index];
  const lost = (
    code: "own-sheet-gone" | "own-column-gone" | "own-column-needed",
    written: string,
  ) => {
    note("error", { sheet: mapping.sheet, table: null, row: 1, column: "" }, code, { written });
  };
  if (table === undefined || table.isHidden === true)
    return (lost("own-sheet-gone", mapping.sheet), null);
  const at = mapping.heading_row === null ? null : mapping.heading_row - 1;
  const heading = findOwnHeading(table, at);
  const named = [...Object.values(mapping.columns), ...mapping.months].filter(
    (each) => each !== null,
  );
  const gone = named.filter((column) => heading?.columns.includes(column) !== true);
  for (const column of gone) lost("own-column-gone", column);
  const { columns } = mapping;
  const lacks = [
    columns.name === null && (columns.first_name === null || columns.last_name === null)
      ? "name"
      : null,
    // Another sheet may have only the loans of members whose savings are in the first.
    isFirst && columns.savings === null && mapping.months.length === 0 ? "savings" : null,
  ].filter((part) => part !== null);
  for (const part of lacks)
    lost(
      "own-column-needed",
      sheets.members.columns[part === "name" ? "firstName" : "savings"].heading[language],
    );
  if (heading === null || gone.length > 0 || lacks.length > 0) return null;
  const own = settle(table, { ...params, index, heading, mapping });
  const rows = memberRows(own.rows, own.columns, { doubtful: own.doubtful, note });
  const people = peopleOf(rows, own, mapping);
  const months = monthColumns(own);
  return { ...own, people, months, summed: summedSavings(rows, months, own) };
}

/** What the group has and owes, as a person typed it. */
function balancesSheet({ balances }: OwnMapping, language: SheetLanguage): FoundSheet {
  const rows = balances.map(({ account, amount }) => [textCell(account), textCell(amount)]);
  const { name, columns } = sheets.group;
  return {
    key: "group",
    name: name[language],
    language,
    table: null,
    headingAt: -1,
    rows,
    columns: new Map([
      ["account", { index: 0, heading: columns.account.heading[language] }],
      ["balance", { index: 1, heading: columns.balance.heading[language] }],
    ]),
    origins: rows.map(() => ({ row: 0, headings: {} })),
  };
}

const textCell = (text: string): Cell => ({ text, kind: "text" });
const dateCell = (text: string): Cell => ({ text, kind: "date" });
const centsCell = (cents: Cents): Cell => ({ text: toKes(cents).toFixed(2), kind: "number" });

// What can be read in two ways: answered once, an error until it is answered.

type Own = Params & {
  table: UploadedTable;
  index: number;
  heading: OwnHeading;
  mapping: OwnSheetMapping;
  rows: readonly (readonly Cell[])[];
  columns: OwnColumns;
  /** The index of the column of each part; -1 for none. */
  at: (part: OwnPart) => number;
  doubtful: ReadonlySet<number>;
  questions: OwnQuestion[];
};

function settle(
  table: UploadedTable,
  params: Params & { index: number; heading: OwnHeading; mapping: OwnSheetMapping },
): Own {
  const { index, heading, mapping, note } = params;
  const at = (part: OwnPart) => {
    const column = mapping.columns[part];
    return column === null ? -1 : heading.columns.indexOf(column);
  };
  const known = (parts: readonly OwnPart[]) => parts.map(at).filter((column) => column >= 0);
  const months = mapping.months.map((column) => heading.columns.indexOf(column));
  const figures = [...new Set([...known(figureParts), ...months])];
  const columns: OwnColumns = {
    sheet: ownName(table),
    table: index,
    heading: heading.row,
    headings: heading.columns,
    names: known(mapping.columns.name === null ? ["first_name", "last_name"] : ["name"]),
    regNumber: at("reg_number"),
    figures,
    all: [...new Set([...known(Object.keys(mapping.columns) as OwnPart[]), ...months])].toSorted(
      (one, other) => one - other,
    ),
  };
  const doubtful = new Set<number>();
  const questions = new Map<string, OwnQuestion>();
  const ask: Ask = (question, example) => {
    const key = `${question.kind} ${question.name}`;
    const known = questions.get(key) ?? { ...question, examples: [] };
    questions.set(key, known);
    if (known.examples.length < EXAMPLES) known.examples.push(example);
  };
  const settled = settleCells(table.rows, {
    below: heading.row,
    headings: heading.columns,
    dates: known(dateParts),
    amounts: figures,
    readings: chosenOf(mapping),
  });
  for (const { row, column, kind, example } of settled.doubts) {
    doubtful.add(row);
    ask({ sheet: columns.sheet, kind, column, name: "" }, { row: row + 1, ...example });
    tellTwoReadings(note, { ...positionOf(columns)(row, null), column }, example);
  }
  const own: Own = {
    ...params,
    table,
    rows: settled.rows,
    columns,
    at,
    doubtful,
    questions: [],
  };
  own.rows = withZeros(own, ask);
  own.questions = [...questions.values()];
  return own;
}

type Doubt = {
  /** The index of the row. */
  row: number;
  column: string;
  kind: "dates" | "thousands";
  example: Omit<OwnQuestion["examples"][number], "row">;
};

/** The rows as they are read, each column of days by itself, and every cell that can be read in two ways. */
function settleCells(
  written: Cell[][],
  params: {
    /** The index of the row of headings. */
    below: number;
    headings: readonly string[];
    dates: readonly number[];
    amounts: readonly number[];
    readings: Readings;
  },
): { rows: Cell[][]; doubts: Doubt[] } {
  const { dates, amounts, ...shared } = params;
  let rows = written;
  const doubts: Doubt[] = [];
  for (const part of [
    ...dates.map((column) => ({ dates: column, amounts: [] })),
    { dates: -1, amounts },
  ]) {
    const settled = settleTable(rows, { ...shared, ...part, isInOrder: false });
    rows = settled.rows;
    for (const [row, faults] of settled.doubts)
      for (const { column, fault } of faults) {
        const kind = fault.code === "date-two-readings" ? "dates" : "thousands";
        doubts.push({ row, column, kind, example: doubtExample(kind, fault.facts.written) });
      }
  }
  return { rows, doubts };
}

function chosenOf({ readings: { dates, thousands } }: OwnSheetMapping): Readings {
  return { ...(dates === null ? {} : { dates }), ...(thousands === null ? {} : { thousands }) };
}

/** Names both readings of a cell. */
function tellTwoReadings(
  note: Note,
  at: Parameters<Note>[1],
  { written, readings }: Doubt["example"],
): void {
  const [one, other] = readings;
  if (one?.day != null && other?.day != null)
    note("error", at, "date-two-readings", {
      written,
      one: { day: one.day },
      other: { day: other.day },
    });
  else
    note("error", at, "amount-two-readings", {
      written,
      one: one?.amountCents ?? 0n,
      other: other?.amountCents ?? 0n,
    });
}

/** The rows of a sheet of the template; each cell that can be read in two ways is an error. */
export function tellDoubtfulCells(
  sheet: FoundSheet,
  holds: (column: string) => string,
  note: Note,
): void {
  const columns = [...sheet.columns].map(([key, { index }]) => ({ index, holds: holds(key) }));
  const of = (kind: string) =>
    columns.filter((each) => each.holds === kind).map(({ index }) => index);
  const { doubts } = settleCells(
    sheet.rows.map((row) => [...row]),
    {
      below: sheet.headingAt,
      headings: (sheet.rows[sheet.headingAt] ?? []).map(({ text }) => text.trim()),
      dates: of("date"),
      amounts: of("amount"),
      readings: {},
    },
  );
  for (const { row, column, example } of doubts)
    tellTwoReadings(note, { sheet: sheet.name, table: sheet.table, row: row + 1, column }, example);
}

type Ask = (
  question: Omit<OwnQuestion, "examples">,
  example: OwnQuestion["examples"][number],
) => void;

/**
 * RegNos of number cells with the zeros that the column's other cells, or the accounts, have before such a number. Until somebody says
 * whether they are the same, each is a fault.
 */
function withZeros(own: Own, ask: Ask): Own["rows"] {
  const { columns, mapping, regNumbers, note, rows } = own;
  const column = columns.regNumber;
  if (column < 0) return rows;
  const written = rows.map((row, index) =>
    index <= columns.heading ? "" : withoutDecimals(textAt(row, column)),
  );
  const padded = new Map(
    [...regNumbers, ...written]
      .filter((text) => /^0+[1-9]\d*$/.test(text))
      .map((text) => [text.replace(/^0+/, ""), text]),
  );
  const width = written.reduce(
    (most, text) => (/^0\d+$/.test(text) ? Math.max(most, text.length) : most),
    0,
  );
  return rows.map((row, index) => {
    const text = written[index] ?? "";
    if (!/^[1-9]\d*$/.test(text)) return row;
    const whole = padded.get(text) ?? text.padStart(width, "0");
    if (whole === text || mapping.zeros === "as_written") return row;
    if (mapping.zeros === "padded")
      return row.map((cell, at) => (at === column ? textCell(whole) : cell));
    const heading = columns.headings[column] ?? "";
    ask(
      { sheet: columns.sheet, kind: "zeros", column: heading, name: "" },
      {
        row: index + 1,
        written: text,
        readings: [zerosChoice("padded", whole), zerosChoice("as_written", text)],
      },
    );
    note("error", positionOf(columns)(index, column), "reg-number-two-readings", {
      written: text,
      padded: whole,
    });
    return row;
  });
}

const zerosChoice = (choice: ZerosReading, text: string) => ({
  choice,
  day: null,
  amountCents: null,
  text,
});

/** The rows of one member. */
type Person = readonly [OwnRow, ...OwnRow[]];

/** Rows of one name are one member, or several, as a person said. Until then each later one is a fault. */
function peopleOf(rows: readonly OwnRow[], own: Own, mapping: OwnSheetMapping): Person[] {
  const { columns, note, questions } = own;
  const answers = new Map(mapping.people.map(({ name, are }) => [name, are]));
  const byName = new Map<string, [OwnRow, ...OwnRow[]]>();
  const people: Person[] = [];
  for (const row of rows) {
    const key = nameKey(row.name);
    const before = key === "" ? undefined : byName.get(key);
    if (before === undefined) {
      const person: [OwnRow, ...OwnRow[]] = [row];
      if (key !== "") byName.set(key, person);
      people.push(person);
    } else if (answers.get(key) === "one") before.push(row);
    else {
      people.push([row]);
      if (answers.get(key) === "several") continue;
      const column = columns.names[0] ?? null;
      note("error", positionOf(columns)(row.index, column), "name-two-readings", {
        written: row.name.slice(0, 60),
        other: before[0].name.slice(0, 60),
        row: before[0].index + 1,
      });
      const known = questions.find(({ kind, name }) => kind === "people" && name === key);
      if (known === undefined)
        questions.push({
          sheet: columns.sheet,
          kind: "people",
          column: columns.headings[column ?? -1] ?? "",
          name: key,
          examples: [exampleOf(before[0]), exampleOf(row)],
        });
      else if (known.examples.length < EXAMPLES) known.examples.push(exampleOf(row));
    }
  }
  return people;
}

const exampleOf = ({ index, name }: OwnRow) => ({ row: index + 1, written: name, readings: [] });

// Figures.

type Month = { column: number; month: PlainDate };

/** In the order of the months. Reports a month that cannot be known, and one that is there twice. */
function monthColumns({ heading, mapping, columns, note }: Own): Month[] {
  const months = monthsOf(heading, mapping.year);
  const seen = new Map<PlainDate, string>();
  return heading.columns
    .flatMap((name, column): Month[] => {
      if (!mapping.months.includes(name)) return [];
      const month = months[column] ?? null;
      const at = positionOf(columns)(heading.row, column);
      if (month === null) return (note("error", at, "own-month-unknown", { written: name }), []);
      const before = seen.get(month);
      if (before !== undefined)
        return (note("error", at, "own-month-twice", { month: { month }, written: before }), []);
      seen.set(month, name);
      return [{ column, month }];
    })
    .toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

const figure = ({ figures }: OwnRow, column: number) => figures.get(column) ?? 0n;
const sumOfMonths = (row: OwnRow, months: readonly Month[]) =>
  months.reduce((sum, { column }) => sum + figure(row, column), 0n);

/**
 * Whether savings are the months and what was brought forward: without a column of savings, or if that column adds them up in most rows,
 * where a row that does not is an error. Else the column says more than the months do.
 */
function summedSavings(rows: readonly OwnRow[], months: readonly Month[], own: Own): boolean {
  const [savings, before] = [own.at("savings"), own.at("brought_forward")];
  if (savings < 0) return true;
  if (months.length === 0) return false;
  const [broughtToo, onlyMonths] = [true, false].map((counts) =>
    rows.filter(
      (row) =>
        figure(row, savings) !== sumOfMonths(row, months) + (counts ? figure(row, before) : 0n),
    ),
  );
  const wrong = (broughtToo ?? []).length <= (onlyMonths ?? []).length ? broughtToo : onlyMonths;
  if (wrong === undefined || wrong.length * 2 > rows.length) return false;
  if (own.doubtful.size === 0)
    for (const row of wrong)
      own.note("error", positionOf(own.columns)(row.index, savings), "own-sum-wrong", {
        sum: sumOfMonths(row, months) + (wrong === broughtToo ? figure(row, before) : 0n),
        found: figure(row, savings),
      });
  return true;
}

type Reading = Own & { people: readonly Person[]; months: readonly Month[]; summed: boolean };

type Figures = { savingsCents: Cents; finesCents: Cents; sharesCents: Cents; loanCents: Cents };
type OfPerson = Figures & {
  person: Person;
  own: Reading;
  regNumber: Cell | undefined;
  /** Somebody of an earlier sheet: this one tells more of them. */
  isSame: boolean;
  /** The same person in later sheets. */
  later: OfPerson[];
};

function figuresOf(person: Person, { at, months, summed }: Reading): Figures {
  const sum = (amount: (row: OwnRow) => Cents) =>
    person.reduce((cents, row) => cents + amount(row), 0n);
  const ofPart = (part: OwnPart) => sum((row) => figure(row, at(part)));
  return {
    savingsCents: summed
      ? sum((row) => sumOfMonths(row, months)) + ofPart("brought_forward")
      : ofPart("savings"),
    finesCents: ofPart("fines"),
    sharesCents: ofPart("shares"),
    loanCents: ofPart("loan_balance"),
  };
}

// Members of several sheets.

const kindsOfFigures = ["savingsCents", "finesCents", "sharesCents", "loanCents"] as const;

/**
 * Everybody of each sheet, in their order. Who is in an earlier sheet too, by RegNo or, where one of the two has none, by the name, is the
 * same member: a figure that both sheets have is a fault, since it may be one figure or two.
 */
function membersOf(read: readonly Reading[], note: Note): OfPerson[] {
  const found: OfPerson[] = [];
  for (const own of read)
    for (const person of own.people) {
      const earlier = found.filter((each) => each.own !== own && !each.isSame);
      const same = earlier.filter((each) => isSameMember(each, { person, own }));
      const [known, another] = same;
      const at = positionOf(own.columns)(person[0].index, own.columns.names[0] ?? null);
      const written = person[0].name.slice(0, 60);
      if (another !== undefined) note("error", at, "own-member-unclear", { written });
      const count = found.filter(({ isSame }) => !isSame).length;
      const figures = figuresOf(person, own);
      const each: OfPerson = {
        ...figures,
        person,
        own,
        regNumber: known?.regNumber ?? regNumberOf(person, count, own),
        isSame: known !== undefined,
        later: [],
      };
      found.push(each);
      if (known === undefined) continue;
      for (const kind of kindsOfFigures) {
        if (known[kind] !== 0n && figures[kind] !== 0n)
          note("error", at, "own-figure-twice", { written, sheet: known.own.columns.sheet });
        if (kind !== "loanCents") known[kind] += figures[kind];
      }
      if (known.own.columns.regNumber < 0 && own.columns.regNumber >= 0)
        known.regNumber = each.regNumber = regNumberOf(person, count, own);
      known.later.push(each);
    }
  return found;
}

function isSameMember(
  earlier: OfPerson,
  { person, own }: Pick<OfPerson, "person" | "own">,
): boolean {
  const column = own.columns.regNumber;
  if (column >= 0 && earlier.own.columns.regNumber >= 0) {
    const regNumber = regNumberKey(cellOf(person, column)?.text ?? "");
    return regNumber !== "" && regNumber === regNumberKey(earlier.regNumber?.text ?? "");
  }
  return nameKey(person[0].name) === nameKey(earlier.person[0].name);
}

/** The rows of several sheets as one, each with the sheet that it is from. */
function together(parts: readonly FoundSheet[]): FoundSheet {
  const [first, ...others] = parts;
  assert(first !== undefined, "a book of one's own has a sheet");
  if (others.length === 0) return first;
  const keys = [...new Set(parts.flatMap(({ columns }) => [...columns.keys()]))];
  return {
    ...first,
    rows: parts.flatMap(({ rows, columns }) =>
      rows.map((row) => keys.map((key) => row[columns.get(key)?.index ?? -1] ?? textCell(""))),
    ),
    columns: new Map(
      keys.map((key, index) => {
        const heading = parts
          .map((part) => part.columns.get(key)?.heading)
          .find((each) => each !== undefined);
        return [key, { index, heading: heading ?? "" }];
      }),
    ),
    origins: parts.flatMap((part) =>
      (part.origins ?? []).map(({ row, headings }) => ({
        row,
        headings: {
          ...Object.fromEntries([...part.columns].map(([key, { heading }]) => [key, heading])),
          ...headings,
        },
        from: { sheet: part.name, table: part.table },
      })),
    ),
  };
}

/**
 * The last month paid without a gap: from the month of joining, from the first column for who brought something forward, else from the first
 * month paid. Null without months. A later month that is paid is a warning.
 */
function paidUpToByMonths(
  person: Person,
  { months, at, columns, note }: Reading,
): PlainDate | null {
  const first = months[0];
  if (first === undefined) return null;
  const isPaid = ({ column }: Month) => person.some((row) => figure(row, column) > 0n);
  const joined = readWrittenMoment(cellOf(person, at("joined_on"))?.text ?? "", { from: "1900" });
  const hasBefore = person.some((row) => figure(row, at("brought_forward")) > 0n);
  const start =
    joined !== null && firstOfMonth(joined.slice(0, 10)) > first.month
      ? firstOfMonth(joined.slice(0, 10))
      : hasBefore
        ? first.month
        : (months.find(isPaid)?.month ?? first.month);
  const counted = months.filter(({ month }) => month >= start);
  const gap = counted.findIndex((month) => !isPaid(month));
  const paid = gap < 0 ? counted : counted.slice(0, gap);
  const last = paid.at(-1)?.month ?? addMonths(start, -1);
  const [open] = gap < 0 ? [] : counted.slice(gap);
  const later = counted.slice(gap + 1).some(isPaid);
  if (open !== undefined && later)
    note("warning", positionOf(columns)(person[0].index, open.column), "own-months-gap", {
      month: { month: open.month },
      last: { month: last },
    });
  return last;
}

/** The first of the person's cells that is not empty. */
function cellOf(person: Person, column: number): Cell | undefined {
  if (column < 0) return undefined;
  return person.map(({ cells }) => cells[column]).find((cell) => (cell?.text.trim() ?? "") !== "");
}

// The sheets of OPEN-1.

type Virtual = {
  row: OwnRow;
  cells: Record<string, Cell | undefined>;
  headings?: Record<string, string>;
};

/** A sheet whose rows are the person's own, under their own headings. */
function sheetFrom(
  key: SheetKey,
  rows: readonly Virtual[],
  own: Own & { headingOf: Record<string, number> },
): FoundSheet {
  const { columns, language, headingOf } = own;
  const keys = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const known: Record<string, { heading: Record<SheetLanguage, string> }> = sheets[key].columns;
  return {
    key,
    name: columns.sheet,
    language,
    table: columns.table,
    headingAt: columns.heading,
    rows: rows.map(({ cells }) => keys.map((each) => cells[each] ?? textCell(""))),
    columns: new Map(
      keys.map((each, index) => {
        const own = columns.headings[headingOf[each] ?? -1];
        return [each, { index, heading: own ?? known[each]?.heading[language] ?? "" }];
      }),
    ),
    origins: rows.map(({ row, headings = {} }) => ({ row: row.index + 1, headings })),
  };
}

function membersSheet(people: readonly OfPerson[], own: Reading): FoundSheet {
  const { at, mapping } = own;
  const rows = people.map((each): Virtual => {
    const { person, savingsCents, finesCents, regNumber } = each;
    const all = [each, ...each.later];
    const cell = (part: OwnPart) =>
      all.map((one) => cellOf(one.person, one.own.at(part))).find((found) => found !== undefined);
    const orDay = (part: OwnPart, day: PlainDate | null) =>
      cell(part) ?? (day === null ? undefined : dateCell(day));
    const names = namesFrom(person[0], own);
    return {
      row: person[0],
      cells: {
        regNumber,
        ...names,
        phone: cell("phone"),
        email: cell("email"),
        joinedOn: orDay("joined_on", mapping.joined_on),
        status: cell("status") ?? textCell("active"),
        savings: centsCell(savingsCents),
        paidUpTo: cell("paid_up_to") ?? monthCell(all),
        lastPaidOn: cell("last_paid_on"),
        unpaidFines: centsCell(finesCents),
      },
    };
  });
  const name = at("name");
  return sheetFrom("members", rows, {
    ...own,
    headingOf: {
      regNumber: at("reg_number"),
      firstName: name < 0 ? at("first_name") : name,
      lastName: name < 0 ? at("last_name") : name,
      phone: at("phone"),
      email: at("email"),
      joinedOn: at("joined_on"),
      status: at("status"),
      savings: at("savings"),
      paidUpTo: at("paid_up_to"),
      lastPaidOn: at("last_paid_on"),
      unpaidFines: at("fines"),
    },
  });
}

function monthCell(all: readonly OfPerson[]): Cell | undefined {
  const months = all.map(({ person, own }) => paidUpToByMonths(person, own));
  const [month] = [...months, ...all.map(({ own }) => own.mapping.paid_up_to)].filter(
    (each) => each !== null,
  );
  return month === undefined ? undefined : dateCell(month);
}

/** Without a column of them, members are numbered in the sheet's order: `001`. */
function regNumberOf(person: Person, index: number, { columns }: Own): Cell | undefined {
  const column = columns.regNumber;
  return column < 0 ? textCell(String(index + 1).padStart(3, "0")) : cellOf(person, column);
}

/** `Kamau, Jane` and `Jane Wanjiku Kamau` as the names of the template; a single word is an error. */
function namesFrom(row: OwnRow, { at, columns, note }: Own): Record<string, Cell | undefined> {
  const column = at("name");
  if (column < 0)
    return { firstName: row.cells[at("first_name")], lastName: row.cells[at("last_name")] };
  const [last, first] = row.name.split(",").map((part) => part.trim());
  if (first !== undefined && first !== "" && last !== undefined && last !== "")
    return { firstName: textCell(first), lastName: textCell(last) };
  const [one = "", ...others] = row.name.split(/\s+/);
  if (others.length > 0) return { firstName: textCell(one), lastName: textCell(others.join(" ")) };
  note(
    "error",
    positionOf(columns)(row.index, column),
    one === "" ? "own-row-unnamed" : "own-name-single",
    {
      written: one === "" ? rowText(row, columns) : one,
    },
  );
  // That is the fault, and not what the template's columns would miss.
  return { firstName: textCell(one || "Unnamed"), lastName: textCell(one || "Unnamed") };
}

const rowText = ({ cells }: OwnRow, { all }: OwnColumns) =>
  all
    .map((column) => textAt(cells, column))
    .filter((text) => text !== "")
    .join(" | ")
    .slice(0, 60);

function historySheet(people: readonly OfPerson[], own: Reading): FoundSheet {
  const rows = people.flatMap(({ person, regNumber }) =>
    person.flatMap((row) =>
      own.months.flatMap(({ column, month }): Virtual[] => {
        const cents = figure(row, column);
        if (cents === 0n) return [];
        const heading = own.columns.headings[column] ?? "";
        return [
          {
            row,
            cells: { regNumber, month: dateCell(month), amount: centsCell(cents) },
            headings: { month: heading, amount: heading },
          },
        ];
      }),
    ),
  );
  return sheetFrom("history", rows, { ...own, headingOf: { regNumber: own.at("reg_number") } });
}

/** A balance without its story is one amount, given on the cut-over day at the latest, with nothing repaid and no interest to come. */
function loansSheet(people: readonly OfPerson[], own: Reading): FoundSheet {
  const { at, mapping, cutOver } = own;
  const rows = people.flatMap(({ person, loanCents, regNumber }): Virtual[] => {
    if (loanCents === 0n) return [];
    const due =
      cellOf(person, at("loan_due_on")) ??
      (mapping.loan_due_on === null ? undefined : dateCell(mapping.loan_due_on));
    const dueDay = readWrittenMoment(due?.text ?? "")?.slice(0, 10) ?? cutOver;
    return [
      {
        row: person[0],
        cells: {
          regNumber,
          loanType: textCell("normal_loan"),
          amount: centsCell(loanCents),
          interest: centsCell(0n),
          paid: centsCell(0n),
          givenOn:
            cellOf(person, at("loan_given_on")) ?? dateCell(dueDay < cutOver ? dueDay : cutOver),
          dueOn: due,
        },
      },
    ];
  });
  return sheetFrom("loans", rows, {
    ...own,
    headingOf: {
      regNumber: at("reg_number"),
      amount: at("loan_balance"),
      givenOn: at("loan_given_on"),
      dueOn: at("loan_due_on"),
    },
  });
}

/** The members' shares are the group's ordinary shares. */
function withShares(group: FoundSheet, people: readonly OfPerson[]): FoundSheet {
  const cents = people.reduce((sum, each) => sum + (each.isSame ? 0n : each.sharesCents), 0n);
  if (cents === 0n) return group;
  return {
    ...group,
    rows: [...group.rows, [textCell("ordinary_shares"), centsCell(cents)]],
    origins: [...(group.origins ?? []), { row: 0, headings: {} }],
  };
}
