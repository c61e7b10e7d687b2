// ROT-4: what a merry-go-round posts balances, and its account holds for each member what they paid less what they received.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths } from "../calendar.ts";
import { type Cents, sumOf } from "../money.ts";
import { type RotationEvent, standingOfRotation } from "../rotation/positions.ts";
import type { JournalEntry } from "./journal-entry.ts";
import {
  rotationPaidDirectly,
  rotationPaymentApproved,
  rotationSettled,
  rotationTurnPaidOut,
} from "./rotation-postings.ts";

const AMOUNT: Cents = 100_000n;
const AFTER_ALL = "2030-01-01";
const on = { businessDate: "2026-03-16", description: "Mzunguko" };

const steps = fc.array(
  fc.record({
    who: fc.nat(),
    what: fc.constantFrom("pay", "pay", "settle", "direct", "pay_out", "leave"),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  { minLength: 1, maxLength: 60 },
);

test("each entry balances, and the account holds each member's position", () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 7 }), steps, (people, taken) => {
      const members = Array.from({ length: people }, (_, index) => ({ memberId: index + 11 }));
      const dueOn = members.map((_, index) => addMonths("2026-01-05", index));
      const rotation = { amountCents: AMOUNT, members, dueOn };
      const events: RotationEvent[] = [];
      const entries: JournalEntry[] = [];
      for (const { who, what, percent } of taken) {
        const { turns, members: standing } = standingOfRotation(rotation, events, AFTER_ALL);
        const member = standing[who % people]!;
        const { memberId } = member;
        const amountCents = (member.leftCents * BigInt(percent)) / 100n;
        const next = turns.find(({ isPaidOut }) => !isPaidOut);
        const event = { ...on, eventId: 5, memberId, amountCents };
        if (what === "leave" && member.leftOn === null)
          events.push({ kind: "left", memberId, on: "2026-06-01" });
        if (what === "pay_out" && next !== undefined) {
          const { receiverId, paysCents } = next;
          events.push({ kind: "paid_out", turn: next.number });
          if (paysCents > 0n)
            entries.push(
              rotationTurnPaidOut({ ...on, eventId: 5, receiverId, amountCents: paysCents }),
            );
        }
        if (amountCents === 0n) continue;
        if (what === "pay") entries.push(rotationPaymentApproved({ ...event, paymentId: 9 }));
        if (what === "settle") entries.push(rotationSettled(event));
        if (what === "pay" || what === "settle")
          events.push({ kind: "paid", memberId, cents: amountCents });
        const isOpen = standing.every(({ leftOn }) => leftOn === null);
        if (what === "direct" && isOpen && next !== undefined && next.receiverId !== memberId) {
          const { receiverId } = next;
          events.push({ kind: "direct", memberId, turn: next.number, cents: amountCents });
          entries.push(rotationPaidDirectly({ ...event, receiverId, payerId: memberId }));
        }
      }
      for (const { postings } of entries)
        expect(sumOf(postings, ({ amountCents }) => amountCents)).toBe(0n);
      const held = entries
        .flatMap(({ postings }) => postings)
        .filter(({ account }) => account === "merry_go_round");
      for (const { memberId, positionCents } of standingOfRotation(rotation, events, AFTER_ALL)
        .members)
        expect(
          -sumOf(
            held.filter((each) => each.memberId === memberId),
            ({ amountCents }) => amountCents,
          ),
        ).toBe(positionCents);
    }),
    { numRuns: 1000 },
  );
});

const lines = ({ source, postings }: JournalEntry) => [
  `${source.kind} ${source.id} ${source.purpose}`,
  ...postings.map(
    ({ account, amountCents, memberId }) => `${account} ${amountCents} of member ${memberId}`,
  ),
];

test("an accountant would write each as it is", () => {
  const [eventId, amountCents] = [5, 50_000n];
  expect(lines(rotationPaymentApproved({ ...on, paymentId: 9, memberId: 3, amountCents }))).toEqual(
    ["payment 9 rotation_payment", "bank 50000 of member 3", "merry_go_round -50000 of member 3"],
  );
  expect(lines(rotationTurnPaidOut({ ...on, eventId, receiverId: 4, amountCents }))).toEqual([
    "rotation 5 pay_out",
    "merry_go_round 50000 of member 4",
    "bank -50000 of member 4",
  ]);
  expect(
    lines(rotationPaidDirectly({ ...on, eventId, receiverId: 4, payerId: 3, amountCents })),
  ).toEqual([
    "rotation 5 direct",
    "merry_go_round 50000 of member 4",
    "merry_go_round -50000 of member 3",
  ]);
  expect(lines(rotationSettled({ ...on, eventId, memberId: 3, amountCents }))).toEqual([
    "rotation 5 settlement",
    "monthly_contribution 50000 of member 3",
    "merry_go_round -50000 of member 3",
  ]);
});
