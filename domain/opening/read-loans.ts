// The sheets Loans and Past contributions, whose rows belong to the sheet's members (OPEN-8, OPEN-11).
import { firstOfMonth } from "../calendar.ts";
import type {
  OpeningLoan,
  OpeningLoanType,
  OpeningMember,
  PastContribution,
} from "./opening-book.ts";
import { type LentParams, readLent } from "./read-lent.ts";
import { regNumberKey } from "./read-members.ts";
import type { SheetRow, WordList } from "./sheet-rows.ts";

const REG_NUMBER_MOST = 60;
const REFERENCE_MOST = 60;

type RegNumbers = ReadonlyMap<string, string>;

type LoanParams = LentParams & {
  regNumbers: RegNumbers | null;
  loanTypes: WordList<OpeningLoanType>;
};

/** The loans with something left to repay. `regNumbers`: those of Members; null if that sheet could not be read. */
export function readLoans(rows: readonly SheetRow<"loans">[], params: LoanParams): OpeningLoan[] {
  const seen = new Map<string, number>();
  return rows.flatMap((row) => {
    const read = readLoan(row, params);
    const loan = read === null ? null : readLent(row, read, params);
    if (loan === null) return [];
    const owedCents = loan.amountCents + loan.interestCents;
    if (loan.paidCents > owedCents) {
      row.error("paid", "paid-above-owed", { owed: owedCents });
      return [];
    }
    if (loan.paidCents === owedCents) {
      row.warn("paid", "loan-paid");
      return [];
    }
    const key = [regNumberKey(loan.regNumber), loan.amountCents, loan.givenOn].join(" ");
    const first = seen.get(key);
    if (first !== undefined) row.warn(null, "loan-twice", { row: first });
    seen.set(key, first ?? row.row);
    return [loan];
  });
}

function readLoan(
  row: SheetRow<"loans">,
  { regNumbers, loanTypes }: LoanParams,
): OpeningLoan | null {
  const regNumber = readRegNumber(row, regNumbers);
  const loanType = row.oneOf("loanType", loanTypes);
  const amountCents = row.amount("amount", "above-0");
  const interestCents = row.amount("interest");
  const paidCents = row.amount("paid");
  const givenOn = row.date("givenOn");
  const dueOn = row.date("dueOn");
  if (givenOn !== null && dueOn !== null && dueOn < givenOn)
    row.error("dueOn", "before-given", { given: { day: givenOn } });
  if (regNumber === null || loanType === null || amountCents === null) return null;
  if (interestCents === null || paidCents === null) return null;
  if (givenOn === null || dueOn === null) return null;
  return {
    row: row.row,
    regNumber,
    loanType,
    amountCents,
    interestCents,
    paidCents,
    givenOn,
    dueOn,
  };
}

/** As in the sheet Members. */
function readRegNumber<Sheet extends "loans" | "history">(
  row: SheetRow<Sheet>,
  regNumbers: RegNumbers | null,
): string | null {
  const written = row.text("regNumber", REG_NUMBER_MOST);
  if (written === null || regNumbers === null) return written;
  const known = regNumbers.get(regNumberKey(written));
  if (known === undefined) row.error("regNumber", "reg-number-unknown", { written });
  return known ?? null;
}

/** What the members paid month by month. Reports sums that differ from Savings to date, on the member's first row. */
export function readHistory(
  rows: readonly SheetRow<"history">[],
  params: { regNumbers: RegNumbers | null; members: readonly OpeningMember[] },
): PastContribution[] {
  const read = rows.map((row) => ({ row, past: readPast(row, params.regNumbers) }));
  const members = new Map(params.members.map((member) => [regNumberKey(member.regNumber), member]));
  const byMember = new Map<string, typeof read>();
  for (const each of read) {
    if (each.past === null) continue;
    const key = regNumberKey(each.past.regNumber);
    const theirs = byMember.get(key);
    if (theirs === undefined) byMember.set(key, [each]);
    else theirs.push(each);
  }
  // With an unreadable row the sum is unknown.
  if (read.every(({ past }) => past !== null))
    for (const [key, theirs] of byMember) tellSum(members.get(key), theirs);
  return read.flatMap(({ past }) => (past === null ? [] : [past]));
}

function tellSum(
  member: OpeningMember | undefined,
  theirs: readonly { row: SheetRow<"history">; past: PastContribution | null }[],
): void {
  const [first] = theirs;
  if (member === undefined || first === undefined) return;
  const rows = theirs.flatMap(({ past }) => (past === null ? [] : [past]));
  const sum = rows.reduce((cents, { amountCents }) => cents + amountCents, 0n);
  const facts = { sum, savings: member.savingsCents };
  const isFromTheStart = rows.some(({ month }) => month <= firstOfMonth(member.joinedOn));
  if (isFromTheStart && sum !== member.savingsCents)
    first.row.error("amount", "history-not-savings", facts);
  else if (sum > member.savingsCents) first.row.error("amount", "history-above-savings", facts);
}

function readPast(
  row: SheetRow<"history">,
  regNumbers: RegNumbers | null,
): PastContribution | null {
  const regNumber = readRegNumber(row, regNumbers);
  const month = row.month("month");
  const amountCents = row.amount("amount", "above-0");
  const paidOn = row.date("paidOn");
  const reference = row.text("reference", REFERENCE_MOST);
  if (regNumber === null || month === null || amountCents === null) return null;
  return { row: row.row, regNumber, month, amountCents, paidOn, reference };
}
