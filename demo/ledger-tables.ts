// What the Treasurer of the demo group pays and receives: every year, and once.
import type { BodyOf } from "#contract/endpoint.ts";
import type { postLedgerEntry } from "#contract/ledger.ts";
import type { ExpenseCategory } from "#domain/ledger/posting-rules.ts";

export type Posting = BodyOf<typeof postLedgerEntry>;

/** On the same day of every year; the price goes up a little with each. */
export const everyYear: readonly [
  month: number,
  day: number,
  category: ExpenseCategory,
  kes: number,
  dearer: number,
  description: string,
][] = [
  [1, 5, "transaction_cost", 640, 70, "M-Pesa and bank charges, October to December"],
  [2, 12, "certificate_renewal", 1_000, 0, "Renewal of the group's registration certificate"],
  [3, 8, "other_expense", 4_500, 300, "Hall hire and tea for the annual general meeting"],
  [4, 5, "transaction_cost", 580, 60, "M-Pesa and bank charges, January to March"],
  [6, 15, "server_expense", 4_800, 200, "Server and domain renewal for a year"],
  [7, 5, "transaction_cost", 610, 75, "M-Pesa and bank charges, April to June"],
  [8, 19, "social_welfare", 2_500, 500, "Books for the children's home in Kibera"],
  [10, 5, "transaction_cost", 595, 80, "M-Pesa and bank charges, July to September"],
  [12, 14, "end_year_party", 5_500, 2_000, "End of year lunch: hall hire, pilau and sodas"],
];

export const once: readonly (readonly [monthsAgo: number, day: number, body: Posting])[] = [
  [36, 26, expense("certificate_renewal", 1_000, "Registration of the group with Social Services")],
  [36, 27, expense("other_expense", 850, "Receipt books, a stamp and a cash box")],
  [36, 28, expense("transaction_cost", 350, "Opening of the M-Pesa till and the bank account")],
  [31, 20, income(6_500, "Tents and chairs hired out for the Koech wedding")],
  [27, 21, expense("social_welfare", 3_500, "Condolences: funeral of Achieng Ouma's father")],
  [19, 13, income(4_200, "Tents and chairs hired out for a graduation")],
  [15, 21, expense("social_welfare", 3_000, "Hospital visit to Mwende Kilonzo")],
  [14, 14, investment(120_000, "Deposit for the plot in Juja, title search done")],
  [18, 16, investment(46_200, "3,000 Safaricom shares at KES 15.40, through the broker")],
  [6, 18, income(5_000, "Tents and chairs hired out to St. Peter's church")],
  [6, 21, expense("social_welfare", 2_500, "Gift for Rehema Said's newborn")],
];

export function cents(kes: number): bigint {
  return BigInt(kes) * 100n;
}

export function expense(category: ExpenseCategory, kes: number, description: string): Posting {
  return { type: "expense", category, amount: cents(kes), description };
}

function income(kes: number, description: string): Posting {
  return { type: "other_income", amount_paid: cents(kes), description };
}

function investment(kes: number, description: string): Posting {
  return { type: "investment", amount: cents(kes), description };
}
