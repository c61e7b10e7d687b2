import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths } from "#domain/calendar.ts";
import { type Cents, sumOf } from "#domain/money.ts";
import { type Rotation, type RotationEvent, standingOfRotation } from "./positions.ts";

const AMOUNT: Cents = 100_000n;

function rotationOf(people: number): Rotation {
  const ids = Array.from({ length: people }, (_, index) => index + 1);
  return {
    amountCents: AMOUNT,
    members: ids.map((memberId) => ({ memberId: memberId * 10 })),
    dueOn: ids.map((_, index) => addMonths("2026-01-05", index)),
  };
}

const AFTER_ALL = "2030-01-01";

type Step = { who: number; what: "pay" | "direct" | "leave" | "swap"; percent: number };

const steps = fc.array(
  fc.record({
    who: fc.nat(),
    what: fc.constantFrom("pay", "pay", "pay", "pay", "direct", "swap", "leave"),
    percent: fc.integer({ min: 1, max: 100 }),
  } as const),
  { maxLength: 80 },
);

/** Events as the server would let them happen; each turn is paid out when its months have passed. */
function liveThrough(rotation: Rotation, taken: readonly Step[]): RotationEvent[] {
  const events: RotationEvent[] = [];
  const { length } = rotation.members;
  for (const [index, { who, what, percent }] of taken.entries()) {
    const { turns, members } = standingOfRotation(rotation, events, AFTER_ALL);
    const next = turns.find(({ isPaidOut }) => !isPaidOut);
    if (index % 5 === 4 && next !== undefined) events.push({ kind: "paid_out", turn: next.number });
    const member = members[who % length];
    if (member === undefined) continue;
    const { memberId, owesNowCents } = member;
    const cents = (owesNowCents * BigInt(percent)) / 100n;
    if (what === "leave" && member.leftOn === null)
      events.push({ kind: "left", memberId, on: "2026-06-01" });
    // Of who paid nothing yet, the whole turn is open.
    const isOpen = member.paidCents === 0n && members.every(({ leftOn }) => leftOn === null);
    const directCents = (AMOUNT * BigInt(percent)) / 100n;
    if (what === "direct" && isOpen && next !== undefined && next.number !== member.turn)
      events.push({ kind: "direct", memberId, turn: next.number, cents: directCents });
    const other = members[percent % length];
    const isQuiet = events.at(-1)?.kind !== "paid_out";
    const mayChange = [member, other].every(
      (one) => one?.leftOn === null && turns[one.turn - 1]?.hasBegun === false,
    );
    if (what === "swap" && isQuiet && mayChange && other !== undefined && other !== member)
      events.push({ kind: "swapped", turns: [member.turn, other.turn] });
    if (what === "pay" && cents > 0n) events.push({ kind: "paid", memberId, cents });
  }
  return events;
}

/** What is in the account by what went in and out, turn by turn. */
function accountOf(rotation: Rotation, events: readonly RotationEvent[]): Cents {
  let cents = 0n;
  for (const [index, event] of events.entries()) {
    if (event.kind === "paid") cents += event.cents;
    if (event.kind !== "paid_out") continue;
    const [before, after] = [index, index + 1].map((end) =>
      standingOfRotation(rotation, events.slice(0, end), AFTER_ALL).members.find(
        ({ turn }) => turn === event.turn,
      ),
    );
    cents -= (before?.positionCents ?? 0n) - (after?.positionCents ?? 0n);
  }
  return cents;
}

test("positions add up to what the account holds, through leaving, late payments and what is retained", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 8 }), steps, (people, taken) => {
      const rotation = rotationOf(people);
      const events = liveThrough(rotation, taken);
      const { members, turns } = standingOfRotation(rotation, events, AFTER_ALL);
      const accountCents = accountOf(rotation, events);
      expect(sumOf(members, (member) => member.positionCents)).toBe(accountCents);
      expect(accountCents).toBeGreaterThanOrEqual(0n);
      for (const turn of turns) expect(turn.collectedCents).toBeGreaterThanOrEqual(0n);
    }),
    { numRuns: 1000 },
  );
});

test("once everybody has paid and every turn is paid out, nobody owes and nothing is left", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 8 }), steps, (people, taken) => {
      const rotation = rotationOf(people);
      const events = liveThrough(rotation, taken);
      for (let round = 0; round < 2; round += 1) {
        for (const { memberId, owesNowCents } of standingOfRotation(rotation, events, AFTER_ALL)
          .members)
          if (owesNowCents > 0n) events.push({ kind: "paid", memberId, cents: owesNowCents });
        for (const { number } of rotation.members.map((_, index) => ({ number: index + 1 })))
          events.push({ kind: "paid_out", turn: number });
      }
      const { members } = standingOfRotation(rotation, events, AFTER_ALL);
      for (const member of members) {
        expect(member.owesNowCents).toBe(0n);
        expect(member.positionCents).toBe(0n);
      }
    }),
    { numRuns: 1000 },
  );
});

test("two members change their turns: each pays for the other's former one, whatever they paid before", () => {
  const rotation = rotationOf(4);
  const events: RotationEvent[] = [
    { kind: "paid", memberId: 20, cents: 2n * AMOUNT },
    { kind: "paid", memberId: 10, cents: 2n * AMOUNT },
    { kind: "swapped", turns: [2, 3] },
    { kind: "paid_out", turn: 1 },
  ];
  const { members, turns } = standingOfRotation(rotation, events, "2026-02-05");
  expect(members.map(({ memberId, turn }) => [memberId, turn])).toEqual([
    [10, 1],
    [30, 2],
    [20, 3],
    [40, 4],
  ]);
  // What member 20 had paid for turn 3, now their own, is for turn 2.
  expect(turns.map(({ collectedCents }) => collectedCents / AMOUNT)).toEqual([0n, 2n, 1n, 0n]);
  expect(turns[0]?.receivedCents).toBe(AMOUNT);
  expect(members.map(({ leftCents }) => leftCents / AMOUNT)).toEqual([1n, 3n, 1n, 3n]);
});

test("who leaves before their turn gets there what they paid in, and later receivers owe them nothing", () => {
  const rotation = rotationOf(4);
  const events: RotationEvent[] = [
    ...[20, 30, 40].map((memberId) => ({ kind: "paid" as const, memberId, cents: AMOUNT })),
    { kind: "paid_out", turn: 1 },
    { kind: "left", memberId: 30, on: "2026-01-20" },
  ];
  const { turns, members } = standingOfRotation(rotation, events, AFTER_ALL);
  expect(turns.map(({ dueCents }) => dueCents)).toEqual(
    [3n, 2n, 1n, 2n].map((times) => times * AMOUNT),
  );
  const owed = Object.fromEntries(
    members.map(({ memberId, owesNowCents }) => [memberId, owesNowCents]),
  );
  expect(owed).toEqual({ 10: 3n * AMOUNT, 20: AMOUNT, 30: 0n, 40: AMOUNT });
});

test("what was paid straight to the receiver counts for that turn, and never touches the account", () => {
  const rotation = rotationOf(3);
  const events: RotationEvent[] = [
    { kind: "direct", memberId: 20, turn: 1, cents: AMOUNT },
    { kind: "paid", memberId: 30, cents: AMOUNT },
    { kind: "paid_out", turn: 1 },
  ];
  const { members, turns } = standingOfRotation(rotation, events, "2026-01-05");
  expect(members.map(({ positionCents }) => positionCents)).toEqual([-2n * AMOUNT, AMOUNT, AMOUNT]);
  expect(turns[0]).toMatchObject({
    collectedCents: 0n,
    receivedCents: 2n * AMOUNT,
    isPaidOut: true,
  });
});

test("a receiver who owes for earlier turns has it retained from their own", () => {
  const rotation = rotationOf(3);
  const events: RotationEvent[] = [
    { kind: "paid", memberId: 10, cents: AMOUNT },
    { kind: "paid", memberId: 30, cents: 2n * AMOUNT },
    { kind: "paid_out", turn: 1 },
    { kind: "paid_out", turn: 2 },
  ];
  const { members, turns } = standingOfRotation(rotation, events, "2026-02-10");
  expect(members[1]).toMatchObject({ paidCents: AMOUNT, receivedCents: 2n * AMOUNT });
  expect(turns[0]).toMatchObject({ collectedCents: AMOUNT, receivedCents: AMOUNT });
});
