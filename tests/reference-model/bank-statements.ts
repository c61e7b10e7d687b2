// What the model keeps of statements: accounts, files, their lines, and the offices' word on each day.
import type { Cents } from "./arithmetic.ts";

export type StatementAccount = {
  id: number;
  /** The first day that no file of it had so far. */
  next: string;
  closingCents: Cents;
};
export type LineKind = "payment_in" | "payment_out" | "charge" | "internal" | "failed";
export type StatementLine = {
  id: number;
  accountId: number;
  reference: string;
  /** Of a reversal, the receipt that it takes back. */
  code: string | null;
  kind: LineKind;
  cents: Cents;
  day: string;
  match: { paymentId: number } | { entryId: number } | null;
  pair: StatementLine | null;
};
export type Statement = {
  id: number;
  accountId: number;
  from: string;
  to: string;
  openingCents: Cents;
  closingCents: Cents;
  lines: StatementLine[];
  sharesLines: boolean;
  isWhole: boolean;
  accepted: { office: string; personId: number }[];
  isWithdrawn: boolean;
  /** The file. */
  text: string;
};
export type Acceptance = {
  day: string;
  office: string;
  personId: number;
  figures: string;
  /** The opening difference that was accepted with a reason. */
  openingGiven: Cents | null;
};
export type Banked = {
  accounts: StatementAccount[];
  statements: Statement[];
  lines: StatementLine[];
  acceptances: Acceptance[];
};

export const noBanked = (): Banked => ({
  accounts: [],
  statements: [],
  lines: [],
  acceptances: [],
});
