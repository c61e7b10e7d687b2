import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterEvent,
  type AskEvent,
  type AskOutcome,
  askStateAt,
  isOpenAsk,
  sentenceOf,
} from "./ask-states.ts";

const asked: AskOutcome = { state: "asked", code: null, text: null };
const after = (...events: AskEvent[]) => events.reduce(afterEvent, asked);
const result = (code: string): AskEvent => ({ kind: "result", code, text: null });
const queried = (code: string | null, afterMs: number): AskEvent => ({
  kind: "queried",
  code,
  text: null,
  afterMs,
});
const passed = (afterMs: number): AskEvent => ({ kind: "time_passed", afterMs });
const taken: AskEvent = { kind: "taken" };

const codes = fc.constantFrom("0", "1", "17", "1032", "1037", "2001", "500.001.1001", "4999");
const ms = fc.integer({ min: 0, max: 200_000_000 });
const event: fc.Arbitrary<AskEvent> = fc.oneof(
  fc.constantFrom<AskEvent>(
    taken,
    { kind: "reply_lost" },
    { kind: "line_found" },
    { kind: "ended" },
    { kind: "not_taken", code: "unreachable", text: null },
  ),
  codes.map(result),
  fc.tuple(fc.option(codes), ms).map(([code, afterMs]) => queried(code, afterMs)),
  ms.map(passed),
);
const isPayment = (each: AskEvent) =>
  each.kind === "line_found" || ("code" in each && each.kind !== "not_taken" && each.code === "0");

describe("an ask", () => {
  it.each<[string, AskEvent[], AskOutcome["state"], string | null]>([
    ["waits for the PIN once M-PESA took it", [taken], "waiting", null],
    ["is refused with M-PESA's word", [taken, result("1032")], "refused", "1032"],
    ["is decided by a result before the reply", [result("2001"), taken], "refused", "2001"],
    ["is unknown if the reply was lost", [{ kind: "reply_lost" }], "unknown", null],
    ["is unknown when the phone was not reached", [taken, result("1037")], "unknown", "1037"],
    ["is unknown after 75 s of silence", [taken, passed(75_000)], "unknown", null],
    ["still waits before", [taken, passed(74_999)], "waiting", null],
    [
      "is not decided while it is processed",
      [taken, queried(null, 30_000), queried("4999", 30_000)],
      "waiting",
      null,
    ],
    [
      "was not paid if nobody answered for two minutes",
      [queried("1037", 120_000)],
      "refused",
      "1037",
    ],
    ["may still be paid before", [queried("1037", 119_999)], "unknown", "1037"],
    ["lapses after a day", [taken, passed(75_000), passed(86_400_000)], "lapsed", null],
    ["lapses when its member ends it", [taken, passed(75_000), { kind: "ended" }], "lapsed", null],
    ["is paid however late", [{ kind: "ended" }, result("0")], "paid", "0"],
    ["is paid by its line", [result("1032"), { kind: "line_found" }], "paid", "0"],
    ["stays refused by the first word", [result("1032"), result("2001")], "refused", "1032"],
  ])("%s", (_what, events, state, code) => {
    expect(after(...events)).toMatchObject({ state, code });
  });

  it("is paid after any events with a payment among them, in any order, and nothing undoes it", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const { state, code } = after(...events);
        expect(state === "paid").toBe(events.some(isPayment));
        expect(state === "paid" || code !== "0").toBe(true);
        const later = after(...events, taken, { kind: "ended" }).state;
        expect(isOpenAsk(state) || later === state).toBe(true);
      }),
    );
  });

  it("is open no longer after a day, whatever came", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        expect(isOpenAsk(after(...events, passed(86_400_000)).state)).toBe(false);
      }),
    );
  });

  it("is shown as unknown after 75 s also while no job has run", () => {
    expect(askStateAt("waiting", 75_000)).toBe("unknown");
    expect(askStateAt("asked", 74_999)).toBe("asked");
    expect(askStateAt("paid", 75_000)).toBe("paid");
  });
});

describe("a code of M-PESA", () => {
  it.each([
    ["1", "noMoney", true],
    ["8", "outsideLimits", true],
    ["26", "busy", true],
    ["unreachable", "busy", true],
    ["1032", "cancelled", true],
    ["8006", "locked", false],
    ["2028", "notSetUp", false],
    ["SFC_IC0003", "notSetUp", false],
    ["400.002.02", "notSetUp", false],
    ["403", "notSetUp", false],
    ["500.001.1001", "notSetUp", false],
    ["1050", "notTaken", true],
    ["4999", "notTaken", true],
  ])("%s has its sentence", (code, sentence, mayAskAgain) => {
    expect(sentenceOf({ state: "refused", code, text: null })).toEqual({ sentence, mayAskAgain });
  });

  it("of a phone in another session is known by its words", () => {
    const text = "[STK_CB - ]Unable to lock subscriber, a transaction is already in process";
    const busy = { state: "refused", code: "500.001.1001", text } as const;
    expect(sentenceOf(busy)).toEqual({ sentence: "otherSession", mayAskAgain: true });
  });

  it("allows no second ask while the first is open, nor after a payment", () => {
    for (const state of ["asked", "waiting", "unknown", "paid"] as const)
      expect(sentenceOf({ state, code: null, text: null }).mayAskAgain).toBe(false);
    expect(sentenceOf({ state: "lapsed", code: null, text: null }).mayAskAgain).toBe(true);
  });
});
