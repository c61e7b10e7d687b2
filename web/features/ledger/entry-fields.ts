import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLedger } from "#contract/ledger.ts";
import { parseKes, type Cents } from "#domain/money.ts";
import { sumCents } from "#web/ui/money.tsx";
import { ledgerEntryTypes, type LedgerEntryType } from "#domain/ledger/entry-types.ts";

export type Ledger = ReplyOf<typeof getLedger>;

/** The form's fields; those of other types than the chosen one are not sent. */
export type EntryFields = {
  type: "" | PostedType;
  category: string;
  declaration_id: string;
  deposit_id: string;
  description: string;
  amount: string;
  /** SCR-20: the amount of other income has this name. */
  amount_paid: string;
  interest_earned: string;
  start_date: string;
  maturity_date: string;
  /** The day of the entry; undefined is today (BOOK-25). */
  date?: string | undefined;
};

export const noEntryFields: EntryFields = {
  type: "",
  category: "",
  declaration_id: "",
  deposit_id: "",
  description: "",
  amount: "",
  amount_paid: "",
  interest_earned: "",
  start_date: "",
  maturity_date: "",
};

/** The body: exactly the fields of the type (SCR-20), and the day if one was chosen. */
export function bodyOf(fields: EntryFields, type: PostedType, ledger: Ledger) {
  const { date } = fields;
  return { ...fieldsOf(fields, type, ledger), ...(date === undefined ? {} : { date }) };
}

function fieldsOf(fields: EntryFields, type: PostedType, ledger: Ledger) {
  const { description, amount } = fields;
  switch (type) {
    case "expense":
      return { type, category: fields.category, description, amount };
    case "investment":
    case "goodwill":
    case "dividend_declaration":
      return { type, amount, description };
    case "dividend_payment": {
      const declaration = chosenSource(fields, ledger)?.description;
      return { type, amount, description, declaration, declaration_id: fields.declaration_id };
    }
    case "other_income":
      return { type, amount_paid: fields.amount_paid, description };
    case "equity_fixed_deposit": {
      const { start_date, maturity_date } = fields;
      return { type, amount, description, start_date, maturity_date };
    }
    case "redeem_fixed_deposit": {
      const { deposit_id, interest_earned } = fields;
      const fixed_deposit = chosenSource(fields, ledger)?.description;
      return { type, amount, description, fixed_deposit, deposit_id, interest_earned };
    }
  }
}

/** The amount to post, in cents; null while it is missing or not above 0. */
export function amountOf(fields: EntryFields): Cents | null {
  const cents = parseKes(fields.type === "other_income" ? fields.amount_paid : fields.amount);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}

/** Cents; null while it is missing. */
export function interestOf(fields: EntryFields): Cents | null {
  const cents = parseKes(fields.interest_earned);
  return typeof cents === "bigint" && cents >= 0n ? cents : null;
}

/** The declaration or deposit that the entry draws on, with what is left of it in cents. */
export function chosenSource(
  fields: EntryFields,
  ledger: Ledger,
): { description: string; leftCents: Cents } | null {
  if (fields.type === "dividend_payment") {
    const found = ledger.declarations.find(({ id }) => String(id) === fields.declaration_id);
    return found
      ? { description: found.description, leftCents: sumCents([found.rem_amount]) }
      : null;
  }
  if (fields.type === "redeem_fixed_deposit") {
    const found = ledger.fixed_deposits.find(({ id }) => String(id) === fields.deposit_id);
    return found ? { description: found.description, leftCents: sumCents([found.amount]) } : null;
  }
  return null;
}

/** The bank's balance in cents. */
export function bankOf(ledger: Ledger): Cents {
  return sumCents([ledger.ledger_balances["bank"] ?? 0]);
}

/** By how many cents the entry moves the bank (BOOK-7); null while an amount is missing. */
export function bankEffectOf(fields: EntryFields): Cents | null {
  const amount = amountOf(fields);
  if (amount === null || fields.type === "") return null;
  switch (fields.type) {
    case "dividend_declaration":
      return 0n;
    case "other_income":
      return amount;
    case "redeem_fixed_deposit": {
      const interest = interestOf(fields);
      return interest === null ? null : amount + interest;
    }
    case "expense":
    case "investment":
    case "goodwill":
    case "dividend_payment":
    case "equity_fixed_deposit":
      return -amount;
  }
}

/** What the Treasurer posts here; fines are charged from the member list (BOOK-18). */
export type PostedType = Exclude<LedgerEntryType, "fine">;

export const postedTypes = ledgerEntryTypes.filter((type): type is PostedType => type !== "fine");
