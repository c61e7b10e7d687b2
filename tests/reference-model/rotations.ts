// Merry-go-rounds in the reference model: what each owes and paid for which turn, who left, who swapped (ROT-1 to ROT-8).
import { createHash } from "node:crypto";
import { type Cents, daysLater, monthsLater, total } from "./arithmetic.ts";
import { post } from "./books.ts";
import {
  changeSavings,
  isOwed,
  isUndecided,
  type Model,
  type Payment,
  type Person,
  type Rotation,
  type RotationTurn,
  type Seat,
  todayOf,
} from "./group-model.ts";
import { loansOf } from "./loans.ts";

const above0 = (cents: Cents): Cents => (cents > 0n ? cents : 0n);
const smaller = (one: Cents, other: Cents): Cents => (one < other ? one : other);
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** ROT-3. `ids`: of the turns, from the first. */
export function drawn(rotation: Rotation, seed: string, ids: readonly number[]): void {
  const people = rotation.joined.toSorted((one, other) => one.person.id - other.person.id);
  const words = people.map(({ person, word }) => `${person.id}:${word}`).join("\n");
  const hashOf = ({ id }: Person) => sha256(`${seed}\n${words}\n${id}`);
  const order = people
    .map(({ person }) => ({ person, hash: hashOf(person) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  rotation.seats = order.map(({ person }, at) => ({
    person,
    at,
    owed: order.map((_, index) => (index === at ? 0n : rotation.cents)),
    paid: order.map(() => 0n),
    paidIn: 0n,
    spare: 0n,
    received: 0n,
    leftOn: null,
    isOutside: false,
  }));
  rotation.turns = order.map((_, at) => ({
    id: ids[at]!,
    dueOn: dayOfTurn(rotation, at),
    handed: 0n,
    isPaidOut: false,
  }));
}

function dayOfTurn({ firstOn, every }: Rotation, at: number): string {
  if (every === "month") return monthsLater(firstOn, at);
  return daysLater(firstOn, at * (every === "week" ? 7 : 14));
}

export const seatOf = ({ seats }: Rotation, person: Person | null): Seat | undefined =>
  seats?.find((seat) => seat.person.id === person?.id);
export const receiverOf = ({ seats }: Rotation, at: number): Seat =>
  seats!.find((seat) => seat.at === at)!;
export const hasBegun = ({ isPaidOut, handed }: RotationTurn): boolean => isPaidOut || handed > 0n;

const openFor = ({ owed, paid }: Seat, at: number): Cents => above0(owed[at]! - paid[at]!);
const leftOf = (seat: Seat): Cents =>
  total(
    seat.owed.map((_, at) => openFor(seat, at)),
    (cents) => cents,
  );
/** What fell due by today, or all of it once they have left. */
export const owesNow = (model: Model, { turns }: Rotation, seat: Seat): Cents =>
  total(
    turns.map((turn, at) =>
      seat.leftOn !== null || turn.dueOn <= todayOf(model) ? openFor(seat, at) : 0n,
    ),
    (cents) => cents,
  );
const waitsFor = (model: Model, rotation: Rotation, person: Person): Cents =>
  total(
    model.payments.filter(
      (payment) =>
        payment.rotationId === rotation.id &&
        payment.memberId === person.id &&
        isUndecided(payment),
    ),
    ({ cents }) => cents,
  );
export const payableOf = (model: Model, rotation: Rotation, seat: Seat): Cents =>
  above0(leftOf(seat) - waitsFor(model, rotation, seat.person));
/** What they have left to pay straight to the receiver of that turn. */
export const payableFor = (model: Model, rotation: Rotation, seat: Seat, at: number): Cents =>
  smaller(openFor(seat, at), payableOf(model, rotation, seat));

/** The oldest turn first; what no turn takes comes back at the own turn. */
function cover(seat: Seat, cents: Cents): void {
  let left = cents;
  for (const at of seat.owed.keys()) {
    const taken = smaller(openFor(seat, at), left);
    seat.paid[at]! += taken;
    left -= taken;
  }
  seat.spare += left;
}

function payIn(seat: Seat, cents: Cents): void {
  seat.paidIn += cents;
  cover(seat, cents);
}

const move = (person: Person, cents: Cents) => void (person.merryCents += cents);

/** Both offices have approved it. */
export function settleRotationPayment(model: Model, payment: Payment): void {
  const rotation = model.rotations.find(({ id }) => id === payment.rotationId)!;
  const seat = rotation.seats!.find(({ person }) => person.id === payment.memberId)!;
  payIn(seat, payment.cents);
  move(seat.person, payment.cents);
  post(model, {
    kind: "rotation_payment",
    itemId: payment.id,
    lines: [
      ["bank", payment.cents],
      ["merry_go_round", -payment.cents],
    ],
  });
}

/** What a turn would pay now, and what of it its receiver owes for earlier turns. */
export function payoutOf(rotation: Rotation, at: number) {
  const receiver = receiverOf(rotation, at);
  const collected = total(rotation.seats!, ({ paid }) => paid[at]!) - rotation.turns[at]!.handed;
  const earlier = receiver.owed.slice(0, at).map((_, index) => openFor(receiver, index));
  const retained = smaller(
    collected,
    total(earlier, (cents) => cents),
  );
  return { collected, retained, pays: collected + receiver.spare - retained };
}

/** ROT-5. */
export function payOut(model: Model, rotation: Rotation, at: number): void {
  const { collected, retained, pays } = payoutOf(rotation, at);
  const receiver = receiverOf(rotation, at);
  const turn = rotation.turns[at]!;
  turn.handed += collected;
  turn.isPaidOut = true;
  receiver.received += collected + receiver.spare;
  receiver.spare = 0n;
  payIn(receiver, retained);
  if (pays === 0n) return;
  move(receiver.person, -pays);
  post(model, {
    kind: "rotation",
    lines: [
      ["merry_go_round", pays],
      ["bank", -pays],
    ],
  });
}

/** ROT-6: straight from one member to the other, whose account each moves. */
export function payDirectly(
  model: Model,
  rotation: Rotation,
  { payer, at, cents }: { payer: Seat; at: number; cents: Cents },
): void {
  const receiver = receiverOf(rotation, at);
  payer.paidIn += cents;
  payer.paid[at]! += cents;
  rotation.turns[at]!.handed += cents;
  receiver.received += cents;
  move(payer.person, cents);
  move(receiver.person, -cents);
  const lines = [
    ["merry_go_round", cents],
    ["merry_go_round", -cents],
  ] as const;
  post(model, { kind: "rotation", lines });
}

/** Gives back to the other turns what was paid for a turn beyond what it takes now. */
function release(seat: Seat, at: number): void {
  const over = above0(seat.paid[at]! - seat.owed[at]!);
  seat.paid[at]! -= over;
  cover(seat, over);
}

/** ROT-7: each pays for the other's former turn. */
export function swap(rotation: Rotation, one: Seat, other: Seat): void {
  const exchange = (list: Cents[]) =>
    ([list[one.at], list[other.at]] = [list[other.at]!, list[one.at]!]);
  for (const seat of rotation.seats!)
    if (seat.isOutside) for (const list of [seat.owed, seat.paid]) exchange(list);
  for (const seat of [one, other]) exchange(seat.owed);
  [one.at, other.at] = [other.at, one.at];
  for (const seat of [one, other]) release(seat, seat.at);
}

/** ROT-8. */
export function leaveRotation(model: Model, rotation: Rotation, leaver: Seat): void {
  leaver.leftOn = todayOf(model);
  if (hasBegun(rotation.turns[leaver.at]!)) return;
  leaver.isOutside = true;
  leaver.owed = [...leaver.paid];
  for (const seat of rotation.seats!.filter((each) => each !== leaver)) {
    const had = leaver.paid[seat.at]!;
    seat.owed[leaver.at] = seat.isOutside ? smaller(had, seat.paid[leaver.at]!) : had;
    release(seat, leaver.at);
  }
}

function freeSavings(model: Model, person: Person): Cents {
  const owed = total(loansOf(model, person.id).filter(isOwed), ({ balanceCents }) => balanceCents);
  return above0(person.heldCents - owed);
}

/** What both offices could take from their savings now. */
export const takeable = (model: Model, rotation: Rotation, seat: Seat): Cents =>
  smaller(
    above0(owesNow(model, rotation, seat) - waitsFor(model, rotation, seat.person)),
    freeSavings(model, seat.person),
  );

export function takeFromSavings(model: Model, rotation: Rotation, seat: Seat): void {
  const cents = takeable(model, rotation, seat);
  payIn(seat, cents);
  move(seat.person, cents);
  changeSavings(seat.person, -cents, todayOf(model));
  post(model, {
    kind: "rotation",
    lines: [
      ["monthly_contribution", cents],
      ["merry_go_round", -cents],
    ],
  });
}

// What it shows, and what it keeps a member from.

export function statusOfRotation(
  model: Model,
  rotation: Rotation,
): "joining" | "running" | "ended" {
  const { seats, turns } = rotation;
  if (seats === null) return "joining";
  const isOver = turns.every((turn, at) => {
    const due = total(seats, ({ owed }) => owed[at]!);
    return turn.handed >= due && (hasBegun(turn) || turn.dueOn <= todayOf(model));
  });
  const isSettled = seats.every((seat) => leftOf(seat) === 0n && seat.paidIn === seat.received);
  return isOver && isSettled ? "ended" : "running";
}

export function stateOfTurn(model: Model, { seats, turns }: Rotation, at: number): string {
  const turn = turns[at]!;
  const isThere = turn.dueOn <= todayOf(model);
  const due = total(seats!, ({ owed }) => owed[at]!);
  if (turn.isPaidOut || (turn.handed >= due && (hasBegun(turn) || isThere))) return "paid_out";
  return isThere ? "open" : "coming";
}

const isIn = (rotation: Rotation, person: Person): boolean =>
  rotation.seats === null
    ? rotation.joined.some((each) => each.person === person)
    : seatOf(rotation, person)?.leftOn === null;

/** Who is in one that goes on, or owes in one, neither exits nor is cleared. */
export const isHeldByRotation = (model: Model, person: Person): boolean =>
  model.rotations.some((rotation) => {
    const seat = seatOf(rotation, person);
    return (
      (isIn(rotation, person) && statusOfRotation(model, rotation) !== "ended") ||
      (seat !== undefined && owesNow(model, rotation, seat) > 0n)
    );
  });

/** Of each that goes on, what is due now and does not wait for the offices. */
export function rotationDues(model: Model, person: Person) {
  return model.rotations.flatMap((rotation) => {
    const seat = seatOf(rotation, person);
    if (seat === undefined || statusOfRotation(model, rotation) === "ended") return [];
    const owes = owesNow(model, rotation, seat);
    if (seat.leftOn !== null && owes === 0n) return [];
    return [{ id: rotation.id, cents: above0(owes - waitsFor(model, rotation, person)) }];
  });
}
