import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterPayoutEvent,
  isDecidedPayout,
  PAYOUT_GIVEN_UP_MS,
  payoutAskedAfterMs,
  type PayoutEvent,
  type PayoutOutcome,
  payoutSentence,
  payoutStates,
} from "./payout-states.ts";

const proposed: PayoutOutcome = { state: "proposed", code: null, text: null };
const after = (...events: PayoutEvent[]) => events.reduce(afterPayoutEvent, proposed);
const result = (code: string): PayoutEvent => ({ kind: "result", code, text: null });
const notTaken = (code: string): PayoutEvent => ({ kind: "not_taken", code, text: "No." });
const agreed: PayoutEvent = { kind: "agreed" };
const taken: PayoutEvent = { kind: "taken" };
const undecided: PayoutEvent = { kind: "undecided" };
const givenUp: PayoutEvent = { kind: "given_up" };
const lost: PayoutEvent = { kind: "reply_lost", code: null };

const ofRefused = (code: string) => payoutSentence({ state: "refused", code, text: null });

const codes = fc.constantFrom("0", "1", "26", "2001", "unreachable", "500.002.1001");
const event: fc.Arbitrary<PayoutEvent> = fc.oneof(
  fc.constantFrom<PayoutEvent>(agreed, { kind: "ended" }, taken, lost, undecided, givenUp),
  codes.map(result),
  codes.filter((code) => code !== "0").map(notTaken),
);

describe("a payout", () => {
  it.each<[string, PayoutEvent[], PayoutOutcome["state"], string | null]>([
    ["leaves once both offices agree", [agreed], "sending", null],
    ["does not leave without the other office", [taken, result("0")], "proposed", null],
    ["is not sent if one of them ends it", [{ kind: "ended" }, agreed], "ended", null],
    ["is sent once M-PESA took it", [agreed, taken], "sent", null],
    ["is paid by a result before the reply", [agreed, result("0"), taken], "paid", "0"],
    ["is refused with M-PESA's word", [agreed, notTaken("unreachable")], "refused", "unreachable"],
    ["is unknown if the reply was lost", [agreed, lost], "unknown", null],
    ["is unknown if M-PESA gave up waiting", [agreed, taken, undecided], "unknown", null],
    [
      "is unknown of an id that M-PESA has had before",
      [agreed, notTaken("500.002.1001")],
      "unknown",
      "500.002.1001",
    ],
    ["is decided later", [agreed, lost, result("0")], "paid", "0"],
    ["stays unknown by a late reply that took it", [agreed, lost, taken], "unknown", null],
    ["is refused by both offices", [agreed, lost, givenUp], "refused", null],
    ["is not refused by them while it is on its way", [agreed, taken, givenUp], "sent", null],
    ["stays refused", [agreed, result("1"), result("0")], "refused", "1"],
  ])("%s", (_what, events, state, code) => {
    expect(after(...events)).toMatchObject({ state, code });
  });

  it("is paid only after the agreement, by the first word that decides, and nothing undoes a decision", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), event, (events, next) => {
        const outcome = after(...events);
        const { state, code } = outcome;
        const from = events.findIndex((each) => each.kind === "agreed");
        const words = from < 0 ? [] : events.slice(from + 1);
        const saysPaid = words.some((each) => each.kind === "result" && each.code === "0");
        expect(state !== "paid" || saysPaid).toBe(true);
        expect((code === "0") === (state === "paid")).toBe(true);
        expect(isDecidedPayout(state)).toBe(["paid", "refused", "ended"].includes(state));
        const later = afterPayoutEvent(outcome, next);
        expect(!isDecidedPayout(state) || later === outcome).toBe(true);
      }),
    );
  });

  it("that is unknown is asked about at 30 s, 2 min and 10 min, then hourly for 3 days", () => {
    const times = Array.from({ length: 80 }, (_, attempt) => payoutAskedAfterMs(attempt));
    const asked = times.filter((each) => each !== null);
    expect(asked.slice(0, 5)).toEqual([30_000, 120_000, 600_000, 4_200_000, 7_800_000]);
    expect(asked).toHaveLength(3 + 71);
    expect(Math.max(...asked)).toBeLessThanOrEqual(PAYOUT_GIVEN_UP_MS);
    expect(times.slice(asked.length).every((each) => each === null)).toBe(true);
  });

  it("has a sentence in every state and for every code", () => {
    for (const state of payoutStates)
      expect(payoutSentence({ state, code: null, text: null })).toBeTruthy();
    expect(["1", "unreachable", "2040", "400.002.02", "77"].map(ofRefused)).toEqual([
      "noMoney",
      "busy",
      "notRegistered",
      "notSetUp",
      "notTaken",
    ]);
  });
});
