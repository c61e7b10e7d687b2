// The sheet of a group that exists already, filled into the template as a Treasurer would: 38 members, 9 loans, two
// deposits.
import { readFileSync } from "node:fs";
import { read, utils, write, type WorkBook } from "@e965/xlsx";
import { addDays, addMonths, firstOfMonth, type PlainDate } from "#domain/calendar.ts";

const members = 38;
const savingsEach = 10_000;
const loanLeft = 9_000;
const fine = 200;
const deposit = 20_000;
const retained = 25_600;

const regOf = (number: number) => `U/${String(number).padStart(3, "0")}`;
const officials = [
  ["Amina", "Hassan"],
  ["Baraka", "Otieno"],
  ["Chebet", "Otieno"],
] as const;

/** KES in the bank when the sheet balances. */
const bank = members * savingsEach + retained - 9 * loanLeft - 3 * fine - 2 * deposit;

export type Slip = {
  /** The tenth member's, as typed. */
  savings?: string;
  /** KES by which the bank exceeds the balanced sheet. */
  bankMore?: number;
};

/**
 * Rows below the example of each sheet. The third member has no email, the fourth and later neither email nor phone.
 */
export function fillSheet(template: string, cutOver: PlainDate, slip: Slip = {}): Buffer {
  const book = read(readFileSync(template), { cellStyles: true });
  const paidUpTo = cutOver.slice(0, 7);
  append(
    book,
    "Members",
    Array.from({ length: members }, (_, index) => {
      const number = index + 1;
      const [first, last] = officials[index] ?? [`Member${number}`, "Wekesa"];
      return {
        RegNo: regOf(number),
        "First name": number === 4 ? "Dalili" : first,
        "Last name": number === 4 ? "Kamau" : last,
        "Joined on": "15 Jan 2024",
        Status: "Active",
        "Savings to date": number === 10 ? (slip.savings ?? savingsEach) : savingsEach,
        "Paid up to month": paidUpTo,
        "Unpaid fines": number > 4 && number < 8 ? fine : "",
      };
    }),
  );
  append(
    book,
    "Loans",
    Array.from({ length: 9 }, (_, index) => ({
      RegNo: regOf(index + 4),
      "Loan type": "Normal",
      Amount: 10_000,
      Interest: 1_000,
      "Paid so far": 2_000,
      "Given on": written(addMonths(firstOfMonth(cutOver), -3)),
      "Due on": written(addMonths(firstOfMonth(cutOver), 9)),
    })),
  );
  append(book, "Group", [
    { Account: "bank", Balance: bank + (slip.bankMore ?? 0) },
    { Account: "retained_earnings", Balance: retained },
  ]);
  append(
    book,
    "Fixed deposits",
    ["Equity, 12 months", "Co-op, 6 months"].map((Description) => ({
      Description,
      Amount: deposit,
      "Placed on": written(addDays(cutOver, -60)),
      "Matures on": written(addDays(cutOver, 120)),
    })),
  );
  return write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
}

/** As the message about all members says it. */
export const bookTotal = members * savingsEach;

function append(book: WorkBook, name: string, rows: readonly Record<string, unknown>[]): void {
  const sheet = book.Sheets[name];
  if (sheet === undefined) throw new Error(`the template has no sheet ${name}`);
  const [headings = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
  const plain = headings.map((heading) => heading.replace(/\s*\*$/, ""));
  const unknown = rows.flatMap((row) => Object.keys(row).filter((key) => !plain.includes(key)));
  if (unknown.length > 0) throw new Error(`${name} has no column ${unknown[0]}`);
  utils.sheet_add_aoa(
    sheet,
    rows.map((row) => plain.map((heading) => row[heading] ?? "")),
    { origin: -1 },
  );
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "30 Jun 2026". */
function written(day: PlainDate): string {
  return `${day.slice(8)} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}
