import { describe, expect, test } from "vitest";
import { holdToCatalogue } from "./hold-catalogue.ts";

describe("an answer held against the catalogue", () => {
  test.each([
    ["a success", { detail: "Login was successful" }],
    ["a refusal", { detail: "Too many attempts. Please try again in 5 seconds." }],
    [
      "a label and its sentence",
      { detail: "Amount is required.", errors: { amount: ["Amount is required."] } },
    ],
    ["what the server does not say", { rows: [{ description: "Chairs for the meeting" }] }],
  ])("passes with %s", (_name, body) => {
    expect(() => holdToCatalogue(body)).not.toThrow();
  });

  test.each([
    ["a sentence of its own", { detail: "All is lost." }, "All is lost."],
    [
      "a list of a field",
      { detail: "Login was successful", errors: { x: ["Too odd."] } },
      "Too odd.",
    ],
  ])("fails on %s, and names it", (_name, body, sentence) => {
    expect(() => holdToCatalogue(body)).toThrow(sentence);
  });
});
