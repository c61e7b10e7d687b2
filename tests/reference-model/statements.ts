// Statements, their lines and matches, as docs/rules/statements.md describes them (STAT-1 to STAT-26).
import { type Cents, dayOf, daysLater, total } from "./arithmetic.ts";
import {
  type LineKind,
  type Model,
  type Payment,
  type Statement,
  type StatementLine,
  statusOf,
} from "./group-model.ts";
import { isHolding } from "./payments.ts";

/** PAY-3: `-` and `/` do not count. */
const keyOf = (reference: string | null) => reference?.replaceAll(/[-/ ]/g, "") ?? null;
const keysOf = (line: StatementLine) => [keyOf(line.reference), keyOf(line.code)];

export const isProof = ({ isWhole, accepted, isWithdrawn }: Statement): boolean =>
  !isWithdrawn && (isWhole || accepted.length === 2);
const having = ({ banked }: Model, line: StatementLine) =>
  banked.statements.filter(({ lines }) => lines.includes(line));
export const stands = (model: Model, line: StatementLine): boolean =>
  having(model, line).some(({ isWithdrawn }) => !isWithdrawn);
export const isProved = (model: Model, line: StatementLine): boolean =>
  having(model, line).some(isProof);

export function stateOf(model: Model, line: StatementLine): string {
  if (!stands(model, line)) return "withdrawn";
  if (line.match !== null) return "matched";
  const isIgnored = line.kind === "failed" || line.kind === "internal" || line.pair !== null;
  return isIgnored ? "ignored" : "open";
}

export const shownKind = ({ kind, pair, accountId }: StatementLine): string => {
  if (pair === null) return kind;
  return pair.accountId === accountId ? "internal" : "transfer";
};

const partsOf = ({ match }: StatementLine): readonly number[] =>
  match !== null && "paymentIds" in match ? match.paymentIds : [];
export const paymentsOn = (model: Model, line: StatementLine): Payment[] =>
  model.payments.filter(({ id }) => partsOf(line).includes(id));
export const isPaidBy = (line: StatementLine, payment: Payment): boolean =>
  partsOf(line).includes(payment.id);
export const lineOf = (model: Model, payment: Payment): StatementLine | undefined =>
  model.banked.lines.find((line) => isPaidBy(line, payment));
export const linesOfEntry = (model: Model, id: number): StatementLine[] =>
  model.banked.lines.filter(
    ({ match }) => match !== null && "entryId" in match && match.entryId === id,
  );

/** STAT-14: a rejected payment and a reversed entry release their lines; reversed lines then cancel out. */
export function giveBack(model: Model): void {
  for (const line of model.banked.lines) {
    const { match } = line;
    if (match === null) continue;
    if ("entryId" in match) {
      if (model.entries.find(({ id }) => id === match.entryId)?.isReversed === true)
        line.match = null;
      continue;
    }
    const gone = paymentsOn(model, line).filter((each) => statusOf(each) === "rejected");
    if (gone.length === 0) continue;
    release(line, gone);
    if (line.match === null) pairUp(model, [line]);
  }
  for (const payment of model.payments.filter((each) => statusOf(each) === "rejected")) {
    if (model.banked.released.has(payment.id)) continue;
    model.banked.released.add(payment.id);
    matchPayment(model, payment);
  }
}

function release(line: StatementLine, gone: readonly Payment[]): void {
  const { match } = line;
  if (match === null || "entryId" in match) return;
  const paymentIds = match.paymentIds.filter((id) => gone.every((each) => each.id !== id));
  line.match = paymentIds.length === 0 ? null : { ...match, paymentIds };
}

/** What a member has with one reference that is not rejected. */
export const besides = (model: Model, { reference, memberId }: Payment): Payment[] =>
  model.payments.filter(
    (each) =>
      each.memberId === memberId &&
      keyOf(each.reference) === keyOf(reference) &&
      statusOf(each) !== "rejected",
  );

/**
 * STAT-63: what a member's payments with one reference come to on a line, and what is approved of it for others, but for those
 * that are another line.
 */
function claimed(model: Model, line: StatementLine, { reference, memberId }: Payment): Cents {
  return total(
    model.payments.filter(
      (each) =>
        keyOf(each.reference) === keyOf(reference) &&
        statusOf(each) !== "rejected" &&
        (statusOf(each) === "approved" || each.memberId === memberId) &&
        [undefined, line].includes(lineOf(model, each)),
    ),
    ({ cents }) => cents,
  );
}

/** Whether a line is something else than this member's payments with this reference. */
const isTaken = (model: Model, line: StatementLine, { reference, memberId }: Payment): boolean =>
  line.match !== null &&
  ("entryId" in line.match ||
    paymentsOn(model, line).some(
      (each) => each.memberId !== memberId || keyOf(each.reference) !== keyOf(reference),
    ));

/** Of a payment that was submitted, rejected or came to hold its reference: those beside it come apart or together. */
export function matchPayment(model: Model, payment: Payment): void {
  const all = besides(model, payment);
  for (const line of model.banked.lines) {
    const { match } = line;
    if (match === null || "entryId" in match || match.byHand !== "") continue;
    const apart = all.filter(
      (each) =>
        isPaidBy(line, each) &&
        statusOf(each) !== "approved" &&
        claimed(model, line, each) !== line.cents,
    );
    if (apart.length > 0) release(line, apart);
  }
  matchUp(model, model.banked.lines, all);
}

export function unpair(line: StatementLine): void {
  if (line.pair !== null) line.pair.pair = null;
  line.pair = null;
}

const takesBack = (model: Model, back: StatementLine, line: StatementLine): boolean =>
  back.kind === "payment_out" &&
  back.accountId === line.accountId &&
  back.code !== null &&
  back.cents === -line.cents &&
  keysOf(line).includes(keyOf(back.code)) &&
  back.day >= line.day &&
  isProved(model, back);
const takenBack = (model: Model, line: StatementLine) =>
  model.banked.lines.find((back) => takesBack(model, back, line));

/**
 * STAT-11, STAT-63: a line is all payments of one member and reference that add up to it; of several, the first line gets the first
 * payments.
 */
export function matchUp(
  model: Model,
  lines: readonly StatementLine[],
  payments: readonly Payment[],
): void {
  giveBack(model);
  const firsts = payments.filter(
    (payment, index) =>
      payments.findIndex((each) => isBeside(each, payment)) === index &&
      freeOf(model, payment).length > 0,
  );
  const near = lines.flatMap((line) =>
    firsts
      .filter((payment) => fits(model, line, payment))
      .map((payment) => ({ line, payment, first: freeOf(model, payment)[0]!.id })),
  );
  const made = near.filter(({ line, payment, first }) => {
    const ofLine = near.filter((each) => each.line === line && each.first < first);
    const ofPayment = near.filter((each) => each.payment === payment && each.line.id < line.id);
    return ofLine.length === ofPayment.length;
  });
  for (const { line, payment } of made) {
    unpair(line);
    const ids = [...partsOf(line), ...freeOf(model, payment).map(({ id }) => id)];
    line.match = { byHand: "", ...line.match, paymentIds: ids.toSorted((one, two) => one - two) };
  }
}

const isBeside = (one: Payment, other: Payment): boolean =>
  one.memberId === other.memberId && keyOf(one.reference) === keyOf(other.reference);
/** Those that hold their reference and are no line yet. */
const freeOf = (model: Model, payment: Payment): Payment[] =>
  besides(model, payment).filter(
    (each) => isHolding(model, each) && lineOf(model, each) === undefined,
  );

function fits(model: Model, line: StatementLine, payment: Payment): boolean {
  const { match } = line;
  return (
    keysOf(line).includes(keyOf(payment.reference)) &&
    line.kind === "payment_in" &&
    (["open", "matched"].includes(stateOf(model, line)) || line.pair !== null) &&
    isProved(model, line) &&
    !isTaken(model, line, payment) &&
    (match === null || "entryId" in match || match.byHand !== "reasoned") &&
    claimed(model, line, payment) === line.cents &&
    takenBack(model, line) === undefined
  );
}

/**
 * STAT-8: pairs money between our accounts by code, or else by day and amount if a single line fits; and within an
 * account a line with the later line that takes it back.
 */
export function pairUp(model: Model, arrived: readonly StatementLine[]): void {
  const { lines } = model.banked;
  const canPair = (line: StatementLine, kind: LineKind) =>
    line.kind === kind && stateOf(model, line) === "open" && isProved(model, line);
  const outs = lines.filter((line) => canPair(line, "payment_out"));
  const ins = lines.filter((line) => canPair(line, "payment_in"));
  const near = outs.flatMap((out) =>
    ins
      .filter(
        (into) => into.cents === -out.cents && (arrived.includes(out) || arrived.includes(into)),
      )
      .map((into) => ({ out, into, how: howPaired(out, into) }))
      .filter(({ how }) => how !== null),
  );
  const alone = near.filter(({ out, into, how }) => {
    const others = near.filter((each) => each.out === out || each.into === into);
    const rivals = how === "code" ? others.filter((each) => each.how === "code") : others;
    return rivals.length === 1;
  });
  for (const { out, into } of alone) [out.pair, into.pair] = [into, out];
}

function howPaired(out: StatementLine, into: StatementLine): "code" | "day" | null {
  const shared = keysOf(out).some((key) => key !== null && keysOf(into).includes(key));
  if (out.accountId !== into.accountId) {
    if (shared) return "code";
    return out.day === into.day && into.code === null ? "day" : null;
  }
  const names = (later: StatementLine, earlier: StatementLine) =>
    later.code !== null && keysOf(earlier).includes(keyOf(later.code)) && later.day >= earlier.day;
  return names(out, into) || names(into, out) ? "code" : null;
}

export type Evidence = "confirmed" | "differs" | "missing" | "none";

/** The evidence for a payment (STAT-20, STAT-21). */
export function evidenceOf(model: Model, payment: Payment): Evidence {
  giveBack(model);
  const key = keyOf(payment.reference);
  // An official's reason stands for the sum.
  const comesTo = (each: StatementLine): Cents =>
    isPaidBy(each, payment) && "byHand" in each.match! && each.match.byHand === "reasoned"
      ? payment.cents
      : claimed(model, each, payment);
  const [line] = model.banked.lines
    .filter(
      (each) =>
        (keysOf(each).includes(key) || isPaidBy(each, payment)) &&
        isProved(model, each) &&
        each.kind !== "failed" &&
        each.kind !== "internal",
    )
    .toSorted(
      (one, other) =>
        Number(isPaidBy(other, payment)) - Number(isPaidBy(one, payment)) ||
        Number(comesTo(other) === other.cents) - Number(comesTo(one) === one.cents) ||
        Number(other.kind === "payment_in") - Number(one.kind === "payment_in") ||
        Number(isTaken(model, one, payment)) - Number(isTaken(model, other, payment)) ||
        one.id - other.id,
    );
  if (line === undefined) return isCovered(model, payment) ? "missing" : "none";
  const agrees =
    comesTo(line) === line.cents &&
    line.pair === null &&
    !isTaken(model, line, payment) &&
    takenBack(model, line) === undefined;
  return agrees ? "confirmed" : "differs";
}

function isCovered(model: Model, { paidAt }: Payment): boolean {
  const day = dayOf(paidAt);
  const { accounts } = model.banked;
  const isHeldBy = (accountId: number) =>
    provenDays(model, accountId).some(
      ({ from, to }) => from <= daysLater(day, -3) && daysLater(day, 3) <= to,
    );
  return accounts.length > 0 && accounts.every(({ id }) => isHeldBy(id));
}

/**
 * STAT-5, for truthful files: the days between two statements are missing if money moved meanwhile, or if both have the
 * same lines.
 */
export function provenDays(model: Model, accountId: number): { from: string; to: string }[] {
  const inOrder = model.banked.statements
    .filter((each) => each.accountId === accountId && isProof(each))
    .toSorted(
      (one, other) =>
        compare(one.from, other.from) || compare(one.to, other.to) || one.id - other.id,
    );
  const proven: { from: string; to: string; closingCents: Cents }[] = [];
  for (const next of inOrder) {
    const last = proven.at(-1);
    const follows =
      last !== undefined &&
      (next.from <= daysLater(last.to, 1) ||
        (!next.sharesLines && last.closingCents === next.openingCents));
    if (!follows) proven.push({ from: next.from, to: next.to, closingCents: next.closingCents });
    else if (next.to >= last.to) {
      last.to = next.to;
      last.closingCents = next.closingCents;
    }
  }
  return proven;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
