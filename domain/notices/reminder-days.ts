// Which reminder of a date is due (NOTE-2). A day without a server is caught up with: the reminder of the newest of its days
// that has come is due until the next of them, and its sender writes it once.

const DAYS_BEFORE = [0, 1, 7];
const DAYS_LATE = [30, 7, 1];

/** The earliest that anything is reminded of, in days before its day. */
export const FIRST_REMINDER_DAYS = 7;

/**
 * `daysAhead` until the day, below zero after it. Returns how many days before the day the reminder belongs, below zero
 * for after it; null before the first.
 */
export function dueReminder(daysAhead: number): number | null {
  if (daysAhead >= 0) return DAYS_BEFORE.find((before) => daysAhead <= before) ?? null;
  const late = DAYS_LATE.find((each) => each <= -daysAhead);
  return late === undefined ? null : -late;
}
