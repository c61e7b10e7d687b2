// What a data set is made from, and its members. The same shape gives the same group, but for the day it ends on.
import { demoPeople } from "#demo/people.ts";

export type Shape = {
  members: number;
  /** How long the group has lived, in months of a twelfth of a year; at least 24. */
  months: number;
  /** Contributions of a member in a month. */
  perMonth: number;
  /** The moment the history ends: what would come later has not happened, or waits for a verdict. */
  end: Date;
  /** Whether the audit log is written too; without it `verify` finds what it misses. */
  audit: boolean;
};

const MONTH_SECONDS = 2_629_800;

/** SQL for the moment some months after the group began; `months` is an expression. */
export function after(shape: Shape, months: string): string {
  const began = new Date(shape.end.getTime() - shape.months * MONTH_SECONDS * 1000);
  return later(`timestamptz '${began.toISOString()}'`, months);
}

/** SQL for a moment some months after another one. */
export function later(moment: string, months: string): string {
  return `(${moment} + make_interval(secs => floor((${months}) * ${MONTH_SECONDS})))`;
}

/** SQL for the moment the history ends. */
export function end(shape: Shape): string {
  return `timestamptz '${shape.end.toISOString()}'`;
}

/** SQL for the day in Nairobi of a moment. */
export function dayOf(moment: string): string {
  return `(${moment} AT TIME ZONE 'Africa/Nairobi')::date`;
}

/** SQL for an amount as the audit log writes it. */
export function kes(cents: string): string {
  return `trim_scale(${cents} / 100.0)`;
}

/** Where plans are stored while a data set is made; whoever reads them has it in its search path. */
export const PLANS = "bench_plans";

/** SQL for the name of a table that is new there. */
export function planned(table: string): string {
  return `${PLANS}.${table}`;
}

// The members of a data set. The first three are the officials, in this order.

export const CHAIRPERSON = 1;
export const TREASURER = 2;
export const SEC_GEN = 3;

// As the demo's people are called, and some more, so that not every name has the same others beside it.
const firstNames = [...demoPeople.map(({ firstName }) => firstName), "Faith", "Mercy", "Amina"];
const lastNames = [
  ...demoPeople.map(({ lastName }) => lastName),
  "Kamande",
  "Barongo",
  "Juma",
  "Kibet",
  "Lagat",
  "Muli",
  "Nyaga",
];

/** They join in the first twelve months, each on a day of the month of their own. */
export function people(shape: Shape): string[] {
  return [
    `CREATE UNLOGGED TABLE ${planned("people")} AS
     SELECT n, CASE WHEN n <= 3 THEN 0 ELSE n % 12 END AS joined, (n * 7919 % 1000) / 1000.0 AS spread,
            CASE n WHEN 1 THEN 'Chairperson' WHEN 2 THEN 'Treasurer' WHEN 3 THEN 'Sec-Gen' END AS office
       FROM generate_series(1, ${shape.members}) n`,
    `INSERT INTO members (id, username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, office,
                          created_at, email_verified_at, approved_on)
     OVERRIDING SYSTEM VALUE
     SELECT n, 'member' || n, ${pick(firstNames, "n")}, ${pick(lastNames, "n / 7")}, 'member' || n || '@example.com',
            '+2547' || lpad(n::text, 8, '0'), 'BENCH/' || lpad(n::text, 6, '0'), 'nobody signs in with a password', 'active', true,
            office, ${signedUp(shape)}, ${activated(shape)}, ${dayOf(approved(shape))}
       FROM people ORDER BY n`,
  ];
}

export function signedUp(shape: Shape): string {
  return after(shape, "joined + CASE WHEN office IS NULL THEN 0.01 ELSE 0 END");
}

export function activated(shape: Shape): string {
  return after(shape, "joined + CASE WHEN office IS NULL THEN 0.012 ELSE 0.001 END");
}

/** When the operator appointed the officials, and when the Chairperson let the others in. */
export function approved(shape: Shape): string {
  return after(shape, "joined + CASE WHEN office IS NULL THEN 0.05 ELSE 0.002 END");
}

function pick(names: readonly string[], number: string): string {
  return `(ARRAY[${names.map((name) => `'${name}'`).join(", ")}])[1 + (${number}) % ${names.length}]`;
}
