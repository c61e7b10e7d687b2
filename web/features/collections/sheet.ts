// A collection sheet as it is typed: amounts in KES, nothing filled unasked (CASH-5).
import type { ReplyOf } from "#contract/endpoint.ts";
import { type Cents, parseKes, toKes } from "#domain/money.ts";
import type { CollectionView, getSheet } from "#endpoints/collections.ts";

export type SheetRow = ReplyOf<typeof getSheet>["rows"][number];

/** Beside one name. The keys of `loans` and `funds` are their ids. */
export type TypedRow = {
  contribution: string;
  /** First day of the month that the contribution is for. */
  month: string;
  fines: string;
  loans: Readonly<Record<number, string>>;
  funds: Readonly<Record<number, string>>;
};

/** By member. */
export type TypedSheet = ReadonlyMap<number, TypedRow>;

export function blankRow({ contribution }: SheetRow): TypedRow {
  return { contribution: "", month: contribution.month, fines: "", loans: {}, funds: {} };
}

/** What is due of one member; what is not stays blank. */
export function asOwed({ contribution, fines, loans, funds }: SheetRow): TypedRow {
  return {
    contribution: written(contribution.amount),
    month: contribution.month,
    fines: written(fines),
    loans: Object.fromEntries(loans.map(({ loan_id, due }) => [loan_id, written(due)])),
    funds: Object.fromEntries(funds.map(({ fund_id, owed }) => [fund_id, written(owed)])),
  };
}

export type SentRow = ReturnType<typeof rowsToSend>[number];

/** The rows of a sheet that arrived, as they were sent. */
export function rowsOf({ rows }: Pick<CollectionView, "rows">): SentRow[] {
  return rows.map(({ member, contribution, contribution_month, fines, loans, funds }) => ({
    member_id: member.id,
    contribution,
    contribution_month,
    fines,
    loans,
    funds,
  }));
}

/** Rows that were sent, to be put right and sent once more. */
export function typedOf(rows: readonly SentRow[], sheet: readonly SheetRow[]): TypedSheet {
  const monthOf = (id: number) =>
    sheet.find(({ member }) => member.id === id)?.contribution.month ?? "";
  return new Map(
    rows.map((row) => [
      row.member_id,
      {
        contribution: written(row.contribution),
        month: row.contribution_month ?? monthOf(row.member_id),
        fines: written(row.fines),
        loans: Object.fromEntries(row.loans.map((each) => [each.loan_id, written(each.amount)])),
        funds: Object.fromEntries(row.funds.map((each) => [each.fund_id, written(each.amount)])),
      },
    ]),
  );
}

const written = (amount: number): string => (amount > 0 ? String(amount) : "");

function figuresOf({ contribution, fines, loans, funds }: TypedRow): string[] {
  return [contribution, fines, ...Object.values(loans), ...Object.values(funds)];
}

/** Null if a figure cannot be read or is below 0. */
export function rowCents(row: TypedRow): Cents | null {
  return sum(figuresOf(row).map(centsOf));
}

/** Null if any figure of it cannot be read. */
export function sheetCents(sheet: TypedSheet): Cents | null {
  return sum([...sheet.values()].map(rowCents));
}

/** 0 for nothing. */
function centsOf(typed: string): Cents | null {
  if (typed.trim() === "") return 0n;
  const cents = parseKes(typed);
  return typeof cents === "bigint" && cents >= 0n ? cents : null;
}

function sum(parts: readonly (Cents | null)[]): Cents | null {
  return parts.reduce(
    (before, part) => (before === null || part === null ? null : before + part),
    0n,
  );
}

/** The rows to send: who paid nothing is not on the sheet. */
export function rowsToSend(sheet: TypedSheet): {
  member_id: number;
  contribution: number;
  contribution_month: string | null;
  fines: number;
  loans: readonly { loan_id: number; amount: number }[];
  funds: readonly { fund_id: number; amount: number }[];
}[] {
  return [...sheet].flatMap(([member_id, row]) => {
    if ((rowCents(row) ?? 0n) === 0n) return [];
    return [
      {
        member_id,
        contribution: kesOf(row.contribution),
        contribution_month: isBlank(row.contribution) ? null : row.month,
        fines: kesOf(row.fines),
        loans: parts(row.loans).map(([id, amount]) => ({ loan_id: id, amount })),
        funds: parts(row.funds).map(([id, amount]) => ({ fund_id: id, amount })),
      },
    ];
  });
}

const isBlank = (typed: string) => (centsOf(typed) ?? 0n) === 0n;
const kesOf = (typed: string) => toKes(centsOf(typed) ?? 0n);

function parts(typed: Readonly<Record<number, string>>): [number, number][] {
  return Object.entries(typed)
    .filter(([, amount]) => !isBlank(amount))
    .map(([id, amount]) => [Number(id), kesOf(amount)]);
}
