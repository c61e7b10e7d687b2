// The faults of a form's field, as codes with facts. Their sentences have the same codes in messages/*/fields.ts, where
// the labels of fields are too.

type Labelled = { label: string };

/** The facts of each fault. */
export type FieldFaults = {
  required: Labelled;
  text: Labelled;
  list: Labelled;
  characters: Labelled & { most: number };
  times: Labelled & { most: number };
  unprintable: Labelled;
  positive: Labelled;
  "not-below-zero": Labelled;
  number: Labelled;
  decimals: Labelled;
  "two-readings": Labelled & { written: string; thousands: string; decimals: string };
  "too-large": Labelled;
  date: Labelled;
  "day-of-year": Labelled;
  fraction: Labelled;
  "time-of-day": Labelled;
  instant: Labelled;
  "one-of": Labelled & { words: string };
  "whole-number": Labelled & { min: number; max: number };
  percent: Labelled;
  boolean: Labelled;
  "financial-year": Labelled;
  "mixed-scripts": Labelled;
  unprinted: Labelled;
  twice: Labelled;
  link: Labelled;
  "no-letter": Labelled;
  "name-office": Labelled;
  words: Labelled;
  "username-office": undefined;
  username: undefined;
  email: undefined;
  phone: undefined;
  landline: undefined;
  reference: undefined;
  "start-before-end": undefined;
  "end-after-start": undefined;
  maturity: undefined;
  "reason-for-rejecting": undefined;
  "passwords-differ": undefined;
  "office-by-group-link": undefined;
  loans: undefined;
  loan: undefined;
  question: undefined;
  items: { most: number };
  parts: undefined;
  ids: Labelled & { most: number };
  "password-short": { least: number };
  "password-long": { most: number };
  "password-blank": undefined;
  "password-common": undefined;
  "password-own-data": undefined;
  "password-run": undefined;
  /** The value has the wrong shape. */
  unreadable: undefined;
};

export type FieldFaultCode = keyof FieldFaults;

/** The faults that the contract's own schemas report, as the error of one of their parts. */
export const faultsInSchemas = ["loan", "loans"] as const satisfies readonly FieldFaultCode[];
export type FaultInSchema = (typeof faultsInSchemas)[number];

export class FieldFault {
  readonly code: FieldFaultCode;
  readonly facts: Readonly<Record<string, string | number>>;

  constructor(code: FieldFaultCode, facts: Readonly<Record<string, string | number>> = {}) {
    this.code = code;
    this.facts = facts;
  }
}

export function fieldFault<Code extends FieldFaultCode>(
  code: Code,
  ...params: FieldFaults[Code] extends undefined ? [] : [facts: FieldFaults[Code]]
): FieldFault {
  return new FieldFault(code, params[0]);
}
