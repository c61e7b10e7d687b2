// What a data set is made from. The same shape gives the same group, but for the day it ends on.

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
