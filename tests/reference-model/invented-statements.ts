// Invents the lines of a statement: what members reported, what nobody reported, and the group's own transactions.
import type { Movement } from "#tests/support/statement-files.ts";
import { charged, paidIn, paidOut } from "#tests/support/statements.ts";
import { type Cents, daysLater } from "./arithmetic.ts";
import {
  type LineKind,
  type StatementAccount,
  type StatementLine,
  statusOf,
} from "./group-model.ts";
import { stateOf } from "./statements.ts";
import type { World } from "./world.ts";

/** Payments that members reported, mostly with their amount, and payments that nobody reported. */
export function inventMovements(
  { chance, model, counts }: World,
  account: StatementAccount,
  today: string,
): Movement[] {
  const days = Math.round((Date.parse(today) - Date.parse(account.next)) / 86_400_000);
  const at = () => `${daysLater(account.next, chance.whole(0, days))} 1${chance.whole(0, 9)}:30:00`;
  const known = new Set(model.banked.lines.map(({ reference }) => plain(reference)));
  const receipt = (number: number) =>
    `Z${account.id}${String(counts.calls).padStart(6, "0")}${String(number).padStart(2, "0")}`;
  const entered = model.payments
    .filter((payment) => statusOf(payment) !== "rejected" && !known.has(plain(payment.reference)))
    .filter(
      (payment, index, all) =>
        all.findIndex((each) => plain(each.reference) === plain(payment.reference)) === index,
    )
    .filter(() => chance.is(0.6))
    .slice(0, 12)
    .map((payment): Movement => {
      const line = { ...paidIn(plain(payment.reference), at(), 1, "nobody"), cents: payment.cents };
      return chance.weighted<Movement>([
        [line, 16],
        [{ ...line, cents: payment.cents + 100n }, 2],
        [{ ...paidOut(line.receipt, line.at, 1), cents: -payment.cents }, 1],
        [{ ...line, status: "Failed" }, 1],
      ]);
    });
  const strange = Array.from({ length: chance.whole(0, 5) }, (_, number): Movement[] => {
    const cents = chance.cents(10, 900);
    const kes = chance.whole(10, 900);
    return chance.weighted<Movement[]>([
      [[{ ...paidIn(receipt(number), at(), 1, "nobody"), cents }], 4],
      [[{ ...paidOut(receipt(number), at(), 1), cents: -cents }], 4],
      [[charged(receipt(number), at(), kes)], 2],
      [sweep(receipt(number), at(), cents), 1],
    ]);
  }).flat();
  const booked = model.entries.filter(
    ({ kind, id, isReversed }) => kind === "post" && id !== null && !isReversed,
  );
  const entry = chance.is(0.4) ? chance.maybeOne(booked) : undefined;
  const bank = entry?.lines.find(([name]) => name === "bank")?.[1] ?? 0n;
  const paid = bank === 0n ? [] : [moved(receipt(90), at(), bank)];
  const back = [...entered, ...strange].filter(
    ({ cents, status, details }) =>
      cents > 0n && status === undefined && chance.is(0.08) && !details.startsWith("Sweep"),
  );
  const reversals = back.slice(0, 2).map((line, number): Movement => ({
    receipt: receipt(95 + number),
    at: `${today} 23:00:00`,
    cents: -line.cents,
    details: "Pay Bill Reversal",
    linked: line.receipt,
  }));
  return [
    ...entered,
    ...strange,
    ...paid,
    ...reversals,
    ...between({ chance, model }, account, at),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** The arrival of money that left another of our accounts. */
function between(
  { chance, model }: Pick<World, "chance" | "model">,
  account: StatementAccount,
  at: () => string,
): Movement[] {
  const left = model.banked.lines.filter(
    (line) =>
      line.accountId !== account.id &&
      line.kind === "payment_out" &&
      stateOf(model, line) === "open",
  );
  const out = chance.is(0.4) ? chance.maybeOne(left) : undefined;
  const isKnown = model.banked.lines.some(
    (line) => line.accountId === account.id && line.reference === out?.reference,
  );
  return out === undefined || isKnown ? [] : [moved(out.reference, at(), -out.cents)];
}

const moved = (receipt: string, at: string, cents: Cents): Movement =>
  cents > 0n
    ? { ...paidIn(receipt, at, 1, "nobody"), cents }
    : { ...paidOut(receipt, at, 1), cents };
const sweep = (receipt: string, at: string, cents: Cents): Movement[] =>
  [cents, -cents].map((each) => ({ receipt, at, cents: each, details: "Sweep of funds" }));
const plain = (reference: string) => reference.replaceAll(/[-/]/g, "");

export function lineOf({ id: accountId }: StatementAccount, each: Movement): StatementLine {
  return {
    id: 0,
    accountId,
    reference: each.receipt,
    code: each.linked ?? null,
    kind: kindOf(each),
    cents: each.cents,
    day: each.at.slice(0, 10),
    match: null,
    pair: null,
  };
}

function kindOf({ status, details, cents }: Movement): LineKind {
  if (status !== undefined) return "failed";
  if (details.startsWith("Sweep")) return "internal";
  if (cents > 0n) return "payment_in";
  return details.endsWith("Charge") ? "charge" : "payment_out";
}

/** The line as the earlier file wrote it, so that the server recognises it. */
export function asMovement(line: StatementLine): Movement {
  const { reference: receipt, cents, kind, code } = line;
  const at = `${line.day} 00:00:01`;
  if (kind === "internal") return { receipt, at, cents, details: "Sweep of funds" };
  if (kind === "charge") return charged(receipt, at, Number(-cents) / 100);
  const movement = moved(receipt, at, cents);
  if (kind === "failed") return { ...movement, status: "Failed" };
  return code === null ? movement : { ...movement, details: "Pay Bill Reversal", linked: code };
}

/** Makes one printed balance wrong. */
export const broken = (text: string): string =>
  text.replace(
    /(,Completed,(?:"[^"]*"|[^,\n]*),(?:"[^"]*"|[^,\n]*),)(?:"[^"]*"|[^,\n]*),TRUE,/,
    '$1"9,999,999.99",TRUE,',
  );
