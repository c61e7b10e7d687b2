// Amounts, references and forms about money in requests.
import {
  paymentKinds,
  type PaymentKind,
  usualKinds,
  type UsualKind,
} from "#domain/payments/payment-kinds.ts";
import type { Label } from "#messages/en/fields.ts";
import { bothReadings, MAX_AMOUNT_CENTS, parseKes, type Cents } from "#domain/money.ts";
import {
  normaliseReference,
  payToCharactersMost,
  payToKinds,
  payToMost,
  type PayTo,
} from "#domain/payments/pay-to.ts";
import {
  field,
  ID_MAX,
  readDistinctText,
  readText,
  readWholeNumber,
  wholeNumber,
  unreadable,
  idOf,
  maybe,
  oneOf,
} from "./fields.ts";
import type { PlainDate } from "#domain/calendar.ts";
import * as z from "zod/mini";
import { date, instant, readDate } from "./date-fields.ts";

/** An M-Pesa or bank reference: 4 to 40 letters, digits, - or /, stored in capitals (PAY-2). */
export function reference() {
  const shape = {
    type: "string",
    pattern: "^\\s*[A-Za-z0-9/-]{4,40}\\s*$",
    examples: ["QWE1234567"],
  };
  return field(shape, (value) => {
    const written = readText(value, "Payment reference", 60);
    return normaliseReference(written) ?? unreadable("reference");
  });
}

const money = {
  type: ["number", "string"],
  maximum: 1_000_000_000,
  description: 'KES with at most 2 decimals; a string such as "1500.50" is accepted too.',
};

/** An amount of money to move: above 0, at most 2 decimals, at most 1,000,000,000 KES; parsed into cents. */
export function amount(label: Label = "Amount") {
  return field({ ...money, exclusiveMinimum: 0 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents <= 0n) unreadable("positive", { label });
    return cents;
  });
}

/** Whole shillings from 1 to `most`, as M-PESA moves them; parsed into cents. */
export function shillings(label: Label, { most }: { most: number }) {
  const shape = { type: ["integer", "string"], minimum: 1, maximum: most, description: "KES" };
  return field(shape, (value): Cents => {
    const cents = readMoney(value, label);
    const isWhole = cents % 100n === 0n && cents >= 100n && cents <= BigInt(most) * 100n;
    return isWhole ? cents : unreadable("whole-number", { label, min: 1, max: most });
  });
}

/** As `amount`, but 0 is accepted too: for a figure that moves no money by itself. */
export function amountOrZero(label: Label) {
  return field({ ...money, minimum: 0 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents < 0n) unreadable("not-below-zero", { label });
    return cents;
  });
}

/** As `amountOrZero`, but amounts down to -1,000,000,000 KES are accepted too. */
export function amountOfAnySign(label: Label) {
  return field({ ...money, minimum: -1_000_000_000 }, (value): Cents => {
    const cents = readMoney(value, label);
    if (cents < -MAX_AMOUNT_CENTS) unreadable("too-large", { label });
    return cents;
  });
}

/** As `amountOrZero`; null and an empty string become null, which means "off". */
export function amountOrZeroOrOff(label: Label) {
  const shape = { ...money, type: ["number", "string", "null"], minimum: 0 };
  return field(shape, (value): Cents | null => {
    if (value === null || value === "") return null;
    const cents = readMoney(value, label);
    if (cents < 0n) unreadable("not-below-zero", { label });
    return cents;
  });
}

export function readMoney(value: unknown, label: Label): Cents {
  const cents = parseKes(value);
  if (cents === "missing") unreadable("required", { label });
  if (cents === "not-a-number") unreadable("number", { label });
  if (cents === "two-readings") {
    const written = String(value);
    unreadable("two-readings", { label, written, ...bothReadings(written) });
  }
  if (cents === "too-many-decimals") unreadable("decimals", { label });
  if (cents === "too-large" || cents > MAX_AMOUNT_CENTS) unreadable("too-large", { label });
  return cents;
}

/** A percentage from 0 to 100 with at most 2 decimals; parsed into basis points (100 make one percent). */
export function percent(label: Label) {
  const shape = { type: ["number", "string"], minimum: 0, maximum: 100 };
  return field(shape, (value): number => {
    // A percentage has 2 decimals like an amount, so its "cents" are basis points.
    // `1.500` is no thousand percent.
    const isExact = typeof value === "string" && /^\d{1,3}\.\d\d0$/.test(value);
    const basisPoints = readMoney(isExact ? value.slice(0, -1) : value, label);
    if (basisPoints < 0n || basisPoints > 10_000n) unreadable("percent", { label });
    return Number(basisPoints);
  });
}

/** An item's id and the amount that the caller saw, in cents; null if it was missing or cannot be parsed. */
export type SeenItem = { id: number; amount_seen: Cents | null };

/**
 * 1 to `most` items, each with its id and the KES that the caller saw. A missing or wrong amount refuses no other item.
 */
export function seenItems({ most }: { most: number }) {
  const items = {
    type: "object",
    required: ["id", "amount_seen"],
    properties: { id: { type: "integer", minimum: 1 }, amount_seen: money },
  };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): SeenItem[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      unreadable("items", { most });
    return value.map((item: unknown) => readSeenItem(item) ?? unreadable("items", { most }));
  });
}

function readSeenItem(item: unknown): SeenItem | null {
  if (typeof item !== "object" || item === null) return null;
  const { id, amount_seen } = item as Record<string, unknown>;
  const number = typeof id === "string" && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) return null;
  const cents = parseKes(amount_seen);
  return { id: number, amount_seen: typeof cents === "bigint" ? cents : null };
}

/** A payment of any kind, with the amount seen. */
export type TogetherItem = {
  kind: PaymentKind;
  id: number;
} & {
  amount_seen: Cents;
};

/** 1 to `most` payments of any kind, each with the amount seen; one that is there twice is refused. */
export function togetherItems({ most }: { most: number }) {
  const items = {
    type: "object",
    required: ["kind", "id", "amount_seen"],
    properties: {
      kind: { type: "string", enum: [...paymentKinds] },
      id: { type: "integer", minimum: 1 },
      amount_seen: money,
    },
  };
  return field({ type: "array", items, minItems: 1, maxItems: most }, (value): TogetherItem[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > most)
      unreadable("items", { most });
    const read = value.map((item: unknown) => {
      const seen = readSeenItem(item);
      const kind = paymentKinds.find((each) => each === (item as { kind?: unknown } | null)?.kind);
      if (seen?.amount_seen === null || seen === null || kind === undefined)
        unreadable("items", { most });
      return { kind, id: seen.id, amount_seen: seen.amount_seen };
    });
    const names = read.map(({ kind, id }) => `${kind} ${id}`);
    if (new Set(names).size < names.length) unreadable("items", { most });
    return read;
  });
}

/** A fine of the group's own list. */
export type UsualFine = { name: string; amount: Cents };

/** At most `most` usual fines in the order sent, each with an amount and a name that no other fine has (PAY-30). */
export function usualFineList(label: Label, { most }: { most: number }) {
  const items = {
    type: "object",
    required: ["name", "amount"],
    properties: { name: { type: "string", minLength: 1, maxLength: 60 }, amount: money },
  };
  return field({ type: "array", items, maxItems: most }, (value): UsualFine[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length > most) unreadable("times", { label, most });
    const fines = value.map(readUsualFine);
    const names = new Set(fines.map(({ name }) => name.toLowerCase()));
    if (names.size < fines.length) unreadable("twice", { label });
    return fines;
  });
}

function readUsualFine(item: unknown): UsualFine {
  if (typeof item !== "object" || item === null) unreadable("required", { label: "Name" });
  const { name, amount } = item as Record<string, unknown>;
  const written = readDistinctText(name, "Name", 60);
  const cents = readMoney(amount, "Amount");
  if (cents <= 0n) unreadable("positive", { label: "Amount" });
  return { name: written, amount: cents };
}

/** The ways to pay the group, in the order that screens show them (PAY-23). `account` may be empty or left out. */
export function waysToPay(label: Label) {
  const written = { type: "string", minLength: 1, maxLength: payToCharactersMost };
  const items = {
    type: "object",
    required: ["kind", "name", "number"],
    properties: {
      kind: { type: "string", enum: payToKinds },
      name: written,
      number: written,
      account: { type: "string", maxLength: payToCharactersMost },
    },
  };
  return field({ type: "array", items, maxItems: payToMost }, (value): PayTo[] => {
    if (!Array.isArray(value)) unreadable("list", { label });
    if (value.length > payToMost) unreadable("times", { label, most: payToMost });
    return value.map((way: unknown) => readWayToPay(way, label));
  });
}

function readWayToPay(way: unknown, label: Label): PayTo {
  if (typeof way !== "object" || way === null) unreadable("list", { label });
  const { kind, name, number, account = "" } = way as Record<string, unknown>;
  const word = payToKinds.find((each) => each === kind);
  if (word === undefined) unreadable("one-of", { label: "Kind", words: payToKinds.join(", ") });
  const isBlank = account === null || (typeof account === "string" && account.trim() === "");
  return {
    kind: word,
    name: readDistinctText(name, "Name", payToCharactersMost),
    // A form may send the number as a JSON number.
    number: readDistinctText(
      typeof number === "number" ? String(number) : number,
      "Number",
      payToCharactersMost,
    ),
    account: isBlank ? "" : readDistinctText(account, "Account", payToCharactersMost),
  };
}

// What a member writes into a form about money. The form and the server check it with the same schemas (PAY-2, LOAN-6).

/** The member in whose name an office enters the item; if left out, the caller's own item (OPEN-54). */
export const inNameOf = { member_id: maybe(idOf("Member")) };

export const contributionPayment = z.object({
  amount_paid: amount("Amount paid"),
  contribution_month: date("Contribution month"),
  /** The last month, of a contribution for several. */
  contribution_month_to: maybe(date("Contribution month")),
  payment_date: instant("Payment date"),
  payment_Reference_Code: reference(),
});

/** A payment of a loan or of fines. */
export const debtPayment = z.object({
  amount_paid: amount("Amount paid"),
  payment_Reference_Code: reference(),
});

/** What a part of a sum is for (PAY-35). */
export type SumPart = {
  kind: UsualKind;
  amount_paid: Cents;
  /** Of a contribution. */
  contribution_month?: PlainDate;
  /** The last month, of a contribution for several. */
  contribution_month_to?: PlainDate | null;
  /** Of a loan payment. */
  loan_id?: number;
};

const PARTS_MOST = 20;

/** 1 to 20 parts: one contribution, one payment of fines, and one for each loan at most. */
function sumParts() {
  const items = {
    type: "object",
    required: ["kind", "amount_paid"],
    properties: {
      kind: { type: "string", enum: [...usualKinds] },
      amount_paid: { ...money, exclusiveMinimum: 0 },
      contribution_month: { type: "string", format: "date" },
      contribution_month_to: { type: ["string", "null"], format: "date" },
      loan_id: { type: "integer", minimum: 1 },
    },
  };
  return field({ type: "array", items, minItems: 1, maxItems: PARTS_MOST }, (value): SumPart[] => {
    if (!Array.isArray(value) || value.length === 0 || value.length > PARTS_MOST)
      unreadable("parts");
    const parts = value.map((part: unknown) => readPart(part) ?? unreadable("parts"));
    const debts = parts.map((part) =>
      part.kind === "loan_payment" ? `loan ${part.loan_id}` : part.kind,
    );
    if (new Set(debts).size < debts.length) unreadable("parts");
    return parts;
  });
}

function readPart(part: unknown): SumPart | null {
  if (typeof part !== "object" || part === null) return null;
  const sent = part as Record<keyof SumPart, unknown>;
  const kind = usualKinds.find((each) => each === sent.kind);
  const cents = readMoney(sent.amount_paid, "Amount paid");
  if (cents <= 0n) unreadable("positive", { label: "Amount paid" });
  if (kind === "fine_payment") return { kind, amount_paid: cents };
  if (kind === "loan_payment") {
    const loanId = readWholeNumber(sent.loan_id, "Loan", { min: 1, max: ID_MAX });
    return { kind, amount_paid: cents, loan_id: loanId };
  }
  if (kind === undefined) return null;
  const month = readDate(sent.contribution_month, "Contribution month");
  const { contribution_month_to: last } = sent;
  const isOne = last === undefined || last === null || last === "";
  return {
    kind,
    amount_paid: cents,
    contribution_month: month,
    contribution_month_to: isOne ? null : readDate(last, "Contribution month"),
  };
}

/** One sum, its reference, and what its parts are for. */
export const sumPayment = z.object({
  amount_paid: amount("Amount paid"),
  payment_date: instant("Payment date"),
  payment_Reference_Code: reference(),
  parts: sumParts(),
});

export const loanTypes = ["normal_loan", "emergency_loan"] as const;

export const loanApplication = z.object({
  amount: amount(),
  loan_type: oneOf("Loan type", loanTypes),
});

/** How many the product allows is the product's to say. */
export const wantedInstalments = () => wholeNumber("Instalments", { min: 0, max: 1_000 });
