// Where each member of a merry-go-round stands: what they paid, got and owe, and what each turn collects. All in cents.
//
// Everybody pays the same for every turn but their own. Whoever leaves before anything of their own turn was paid out pays no more and gets at that turn what
// they paid in, from those who had it.
import type { PlainDate } from "#domain/calendar.ts";
import { assert } from "#domain/assert.ts";
import { type Cents, least, most, sumOf } from "#domain/money.ts";

/** In the order in which they happened. */
export type RotationEvent =
  /** Into the group's account. */
  | { kind: "paid"; memberId: number; cents: Cents }
  /** Straight to the receiver of a turn. */
  | { kind: "direct"; memberId: number; turn: number; cents: Cents }
  /** What a turn has collected goes to its receiver, less what they owe for earlier turns. */
  | { kind: "paid_out"; turn: number }
  /** Two members change their turns, of which nothing was received yet. */
  | { kind: "swapped"; turns: readonly [number, number] }
  | { kind: "left"; memberId: number; on: PlainDate };

export type Rotation = {
  amountCents: Cents;
  /** In the order that was drawn; turn 1 is the first. */
  members: readonly { memberId: number }[];
  /** The day of each turn, from the first. */
  dueOn: readonly PlainDate[];
};

export type RotationTurn = {
  number: number;
  receiverId: number;
  dueOn: PlainDate;
  /** What all owe for it. */
  dueCents: Cents;
  /** Paid for it, and not yet with its receiver. */
  collectedCents: Cents;
  /** With its receiver, what was paid directly included. */
  receivedCents: Cents;
  isPaidOut: boolean;
  /** Whether its receiver had anything of it, so that it is theirs for good. */
  hasBegun: boolean;
  /** What would go out of the account if it were paid out now. */
  paysCents: Cents;
  /** What of it would go to earlier turns that its receiver owes for. */
  retainedCents: Cents;
};

export type RotationStanding = {
  turns: RotationTurn[];
  members: {
    memberId: number;
    turn: number;
    paidCents: Cents;
    receivedCents: Cents;
    /** Turns fallen due by the day, less what was paid for them; all that is left, of a member who left after their turn. */
    owesNowCents: Cents;
    /** All that they still have to pay, for turns to come too. */
    leftCents: Cents;
    /** The same for each turn, from the first. */
    leftForTurns: Cents[];
    /** Paid less received: the balance of the account for that member. */
    positionCents: Cents;
    leftOn: PlainDate | null;
  }[];
};

type Person = {
  memberId: number;
  turn: number;
  /** For each turn, what they owe and what they have paid for it. */
  owed: Cents[];
  paidFor: Cents[];
  /** All that was paid in. */
  paidCents: Cents;
  /** Of it what no turn takes; it comes back at the own turn. */
  surplusCents: Cents;
  receivedCents: Cents;
  leftOn: PlainDate | null;
  /** Whether they left before anything of their turn was received. */
  isOutside: boolean;
};

/** The standing on a day, after all events. */
export function standingOfRotation(
  rotation: Rotation,
  events: readonly RotationEvent[],
  day: PlainDate,
): RotationStanding {
  const people = rotation.members.map(({ memberId }, index) =>
    newPerson(rotation, { memberId, turn: index + 1 }),
  );
  /** Of each turn, what its receiver has had. */
  const handed = people.map(() => 0n);
  const paidOut = new Set<number>();
  for (const event of events) apply({ people, handed, paidOut }, event);
  return show(rotation, { people, handed, paidOut }, day);
}

type State = { people: Person[]; handed: Cents[]; paidOut: Set<number> };

function newPerson(
  { amountCents, members }: Rotation,
  { memberId, turn }: { memberId: number; turn: number },
): Person {
  return {
    memberId,
    turn,
    owed: members.map((_, index) => (index + 1 === turn ? 0n : amountCents)),
    paidFor: members.map(() => 0n),
    paidCents: 0n,
    surplusCents: 0n,
    receivedCents: 0n,
    leftOn: null,
    isOutside: false,
  };
}

function apply(state: State, event: RotationEvent): void {
  if (event.kind === "paid_out") return payOut(state, event.turn);
  if (event.kind === "swapped") return swap(state, event.turns);
  const person = state.people.find(({ memberId }) => memberId === event.memberId);
  assert(person !== undefined, `${event.memberId} is in the merry-go-round`);
  if (event.kind === "paid") return payIn(person, event.cents);
  if (event.kind === "left") return leave(state, person, event.on);
  const receiver = receiverOf(state, event.turn);
  person.paidCents += event.cents;
  addTo(person.paidFor, event.turn, event.cents);
  addTo(state.handed, event.turn, event.cents);
  receiver.receivedCents += event.cents;
}

function payIn(person: Person, cents: Cents): void {
  person.paidCents += cents;
  cover(person, cents);
}

/** Covers the oldest turn first. */
function cover(person: Person, cents: Cents): void {
  let leftCents = cents;
  for (const [index, owedCents] of person.owed.entries()) {
    const roomCents = most(0n, owedCents - (person.paidFor[index] ?? 0n));
    const takenCents = least(roomCents, leftCents);
    addTo(person.paidFor, index + 1, takenCents);
    leftCents -= takenCents;
  }
  person.surplusCents += leftCents;
}

/** The receiver gets what was paid in for the turn; what they owe for earlier turns is paid out of it. */
function payOut(state: State, turn: number): void {
  const receiver = receiverOf(state, turn);
  const { collectedCents, retainedCents } = payoutOf(state, turn);
  addTo(state.handed, turn, collectedCents);
  receiver.receivedCents += collectedCents + receiver.surplusCents;
  // A surplus is their own money, and is theirs again.
  receiver.surplusCents = 0n;
  state.paidOut.add(turn);
  payIn(receiver, retainedCents);
}

function payoutOf(state: State, turn: number) {
  const { owed, paidFor, surplusCents } = receiverOf(state, turn);
  const collectedCents = collectedFor(state, turn);
  const owedCents = sumOf(owed.slice(0, turn - 1), (cents, index) =>
    most(0n, cents - (paidFor[index] ?? 0n)),
  );
  const retainedCents = least(collectedCents, owedCents);
  const paysCents = collectedCents + surplusCents - retainedCents;
  return { collectedCents, retainedCents, paysCents };
}

/** Each pays for the other's former turn what they owed for their own; what others paid for a turn stays with it. */
function swap(state: State, turns: readonly [number, number]): void {
  const [one, other] = turns.map((turn) => receiverOf(state, turn));
  assert(one?.leftOn === null && other?.leftOn === null, "two members swap");
  assert(!turns.some((turn) => hasBegun(state, turn)), "nothing was received of either turn");
  // A member who left before their turn owes people, not turns, and is owed by people.
  for (const gone of state.people)
    if (gone.isOutside) for (const list of [gone.owed, gone.paidFor]) exchange(list, turns);
  [one.turn, other.turn] = [other.turn, one.turn];
  for (const person of [one, other]) {
    exchange(person.owed, turns);
    release(person, person.turn);
  }
}

function exchange(list: Cents[], [one, other]: readonly [number, number]): void {
  [list[one - 1], list[other - 1]] = [list[other - 1] ?? 0n, list[one - 1] ?? 0n];
}

/** Whoever had anything of their turn leaves as after it: then all that they owe is due. */
function leave(state: State, leaver: Person, on: PlainDate): void {
  const { people } = state;
  leaver.leftOn = on;
  if (hasBegun(state, leaver.turn)) return;
  leaver.isOutside = true;
  leaver.owed = [...leaver.paidFor];
  for (const other of people) {
    if (other === leaver) continue;
    const had = leaver.paidFor[other.turn - 1] ?? 0n;
    const paidCents = other.paidFor[leaver.turn - 1] ?? 0n;
    other.owed[leaver.turn - 1] = other.isOutside ? least(had, paidCents) : had;
    release(other, leaver.turn);
  }
}

const hasBegun = ({ paidOut, handed }: State, turn: number) =>
  paidOut.has(turn) || (handed[turn - 1] ?? 0n) > 0n;

/** What was paid for a turn beyond what it takes now goes to the other turns. */
function release(person: Person, turn: number): void {
  const overCents = (person.paidFor[turn - 1] ?? 0n) - (person.owed[turn - 1] ?? 0n);
  if (overCents <= 0n) return;
  addTo(person.paidFor, turn, -overCents);
  cover(person, overCents);
}

function show({ dueOn }: Rotation, state: State, day: PlainDate): RotationStanding {
  const { people, handed, paidOut } = state;
  const inOrder = people.toSorted((one, other) => one.turn - other.turn);
  const turns = inOrder.map(({ memberId, turn }) => ({
    number: turn,
    receiverId: memberId,
    dueOn: dueOn[turn - 1] ?? "",
    dueCents: sumOf(people, (person) => person.owed[turn - 1] ?? 0n),
    receivedCents: handed[turn - 1] ?? 0n,
    isPaidOut: paidOut.has(turn),
    hasBegun: hasBegun(state, turn),
    ...payoutOf(state, turn),
  }));
  const members = inOrder.map((person) => {
    const { memberId, turn, owed, paidFor, paidCents, receivedCents, leftOn } = person;
    const isAllDue = leftOn !== null && leftOn <= day;
    const leftForTurns = owed.map((cents, index) => most(0n, cents - (paidFor[index] ?? 0n)));
    const leftCents = sumOf(leftForTurns, (cents) => cents);
    const owesNowCents = sumOf(leftForTurns, (cents, index) =>
      isAllDue || (dueOn[index] ?? "") <= day ? cents : 0n,
    );
    const positionCents = paidCents - receivedCents;
    return {
      memberId,
      turn,
      paidCents,
      receivedCents,
      owesNowCents,
      leftCents,
      leftForTurns,
      positionCents,
      leftOn,
    };
  });
  return { turns, members };
}

function collectedFor({ people, handed }: State, turn: number): Cents {
  const paidCents = sumOf(people, ({ paidFor }) => paidFor[turn - 1] ?? 0n);
  return paidCents - (handed[turn - 1] ?? 0n);
}

function receiverOf({ people }: State, turn: number): Person {
  const receiver = people.find((person) => person.turn === turn);
  assert(receiver !== undefined, `there is a turn ${turn}`);
  return receiver;
}

function addTo(list: Cents[], turn: number, cents: Cents): void {
  list[turn - 1] = (list[turn - 1] ?? 0n) + cents;
}
