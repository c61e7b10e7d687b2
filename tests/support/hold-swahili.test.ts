import { describe, expect, test } from "vitest";
import { holdToSwahili, noteWritten } from "./hold-swahili.ts";

describe("an answer held against the Swahili", () => {
  test.each([
    ["a sentence that has its phrase", { detail: "Login was successful" }],
    ["a refusal", { detail: "Too many attempts. Please try again in 5 seconds." }],
    [
      "a label and its sentence",
      { detail: "Amount is required.", errors: { amount: ["Amount is required."] } },
    ],
    ["what the application does not say", { name: "Anything at all" }],
  ])("passes with %s", (_name, body) => {
    expect(() => holdToSwahili(body)).not.toThrow();
  });

  test("passes with what a member wrote", () => {
    noteWritten({ description: "Chairs for the meeting " });
    expect(() =>
      holdToSwahili({ rows: [{ description: "Chairs for the meeting" }] }),
    ).not.toThrow();
  });

  test.each([
    ["a sentence without a phrase", { detail: "All is lost." }, "All is lost."],
    [
      "a list of a field",
      { detail: "Login was successful", errors: { x: ["Too odd."] } },
      "Too odd.",
    ],
  ])("fails on %s, and names it", (_name, body, sentence) => {
    expect(() => holdToSwahili(body)).toThrow(sentence);
  });
});
