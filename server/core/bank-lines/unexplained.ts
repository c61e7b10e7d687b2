// Whether a day's reconciliation is explained, and what is not, in sentences (STAT-37).
import type { Cents } from "#domain/money.ts";
import { message, type Message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import type { Agreed } from "./reconciliation-agreement.ts";
import type { Open, Parted, PartedRow } from "./reconciliation-lists.ts";

type Unexplained = Pick<
  Parted,
  "open" | "largest" | "waiting" | "differing" | "twins" | "breaks" | "contested"
> & {
  difference_cents: Cents;
};

/** Whether nothing is open or differs, and no line has a twin or a break. */
export function isExplained(day: Unexplained): boolean {
  const { difference_cents, open, differing, twins, breaks } = day;
  return (
    difference_cents === 0n && [open.count, differing.length, twins, breaks].every((n) => n === 0)
  );
}

/** The largest first, payments that wait for approval as one; empty if the day is explained. */
export function sayUnexplained(day: Unexplained, t: Translate): string[] {
  const { difference_cents: difference, open, largest, waiting, differing, twins, breaks } = day;
  const { contested } = day;
  const largestFirst = [
    ...largest.map((row) => ({ cents: row.open_cents, sentence: sayOpen(row) })),
    ...(waiting.largest === null
      ? []
      : [{ cents: waiting.cents, sentence: sayWaiting(waiting, waiting.largest) }]),
  ].toSorted((one, other) => Number(other.cents - one.cents));
  const more = open.count - largest.length - waiting.count;
  const rest = largestFirst.reduce((left, { cents }) => left - cents, open.cents);
  const sentences: (Message | null)[] = [
    ...largestFirst.map(({ sentence }) => sentence),
    more > 0 ? message("unexplained.more", { count: more, amount: rest }) : null,
    differing.length > 0 ? message("unexplained.differing", { amount: difference }) : null,
    differing.length === 0 && difference !== 0n
      ? message("unexplained.difference", { amount: difference })
      : null,
    twins > 0 ? message("unexplained.twins", { count: twins }) : null,
    contested > 0 ? message("unexplained.contested", { count: contested }) : null,
    breaks > 0 ? message("unexplained.breaks", { count: breaks }) : null,
  ];
  return sentences.filter((each) => each !== null).map((each) => t(each));
}

/** Up to which day books and bank agree, and what is to be explained of it still. */
export function sayAgreed({ on_day, difference_cents, open_cents }: Agreed, t: Translate): string {
  const facts = { date: { day: on_day }, difference: difference_cents };
  return open_cents === 0n
    ? t("unexplained.agreed", facts)
    : t("unexplained.agreedOpen", { ...facts, amount: open_cents });
}

function sayWaiting({ count, cents }: Open, first: PartedRow): Message {
  return count === 1
    ? message("unexplained.waits", { amount: cents, date: { day: first.day } })
    : message("unexplained.waitAll", { amount: cents, count });
}

function sayOpen({ list, open_cents: amount, day }: PartedRow): Message {
  const facts = { amount, date: { day } };
  if (list === "in_not_booked") return message("unexplained.cameIn", facts);
  if (list === "out_not_booked") return message("unexplained.left", facts);
  return list === "booked_in"
    ? message("unexplained.bookedIn", facts)
    : message("unexplained.bookedOut", facts);
}
