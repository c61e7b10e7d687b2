// Codes that look like those of M-Pesa: a letter for the year, one for the month, a sign for the day, and seven more.
import { nairobiDate } from "#domain/calendar.ts";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const TAIL = 36n ** 7n;
// Odd and no multiple of 3: no two numbers below TAIL give the same tail.
const SPREAD = 48_271_604_711n;

/** Another code for each `number`. */
export function mpesaReference(at: Date, number: number): string {
  const [year = 0, month = 1, day = 1] = nairobiDate(at).split("-").map(Number);
  // 2024 is S.
  const head = `${SIGNS[(year - 2006) % 26]}${SIGNS[month - 1]}${day.toString(36)}`;
  const tail = ((BigInt(number) * SPREAD) % TAIL).toString(36).padStart(7, "0");
  return `${head}${tail}`.toUpperCase();
}
