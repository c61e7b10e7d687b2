import { describe, expect, test } from "vitest";
import { holdToCatalogue, holdToContract } from "./hold-answer.ts";

const group = { name: "Akiba Group", currency: "KES", bank_name: "Equity Bank" };
const answer = (body: unknown, status = 200) => ({
  method: "GET",
  path: "/api/group?x=1",
  status,
  body,
});

describe("an answer held against the contract", () => {
  test("passes when it is as the contract has it, with or without a trailing slash", () => {
    const whole = { ...group, monthly_contribution: 1000 };
    expect(() => holdToContract(answer(whole))).not.toThrow();
    expect(() => holdToContract({ ...answer(whole), path: "/api/group/" })).not.toThrow();
  });

  test.each([
    ["a missing field", answer(group)],
    ["a field besides", answer({ ...group, monthly_contribution: 1000, secret: 1 })],
    ["a field of another kind", answer({ ...group, monthly_contribution: "1000" })],
    ["another status", answer({ ...group, monthly_contribution: 1000 }, 201)],
    ["a failure without its sentence", answer({ error: "no" }, 400)],
    ["a failure with more than sentences", answer({ detail: "No.", stack: "at" }, 400)],
  ])("fails on %s", (_name, params) => {
    expect(() => holdToContract(params)).toThrow("GET /api/group?x=1");
  });
});

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
