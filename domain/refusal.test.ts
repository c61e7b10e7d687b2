import { describe, expect, expectTypeOf, it } from "vitest";
import { Refusal, refuse, refuseFields, type FactsOf } from "./refusal.ts";
import { refusals } from "./refusals.ts";

describe("a refusal", () => {
  it("carries its code, kind and sentence", () => {
    const refusal = refuse("not-signed-in");
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "not-signed-in",
      kind: "unauthenticated",
      detail: "Please login again",
      message: "Please login again",
    });
    expect(refusal.errors).toBeUndefined();
  });

  it("puts its facts into the sentence and keeps them", () => {
    const refusal = refuse("holds-another-office", { office: "Treasurer" });
    expect(refusal.detail).toBe(
      "This member is Treasurer. Remove that role before giving another.",
    );
    expect(refusal.facts).toEqual({ office: "Treasurer" });
  });

  it("asks for facts exactly when its sentence takes them", () => {
    expect(refuse("too-many-requests", { retryAfterSeconds: 5 }).detail).toContain("5 seconds");
    expectTypeOf<FactsOf<"forbidden">>().toEqualTypeOf<[]>();
    expectTypeOf<FactsOf<"too-many-requests">>().toEqualTypeOf<
      [facts: { retryAfterSeconds: number }]
    >();
  });

  it.each([
    [1, "1 second"],
    [90, "90 seconds"],
    [91, "2 minutes"],
  ])("says how long to wait for %d seconds", (retryAfterSeconds, waiting) => {
    expect(refuse("too-many-requests", { retryAfterSeconds }).detail).toBe(
      `Too many attempts. Please try again in ${waiting}.`,
    );
  });

  it("can stand at a field of the form", () => {
    const refusal = refuse("already-in-use", { label: "Email" }).at("email");
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "already-in-use",
      kind: "invalid",
      detail: "Email is already in use.",
      errors: { email: ["Email is already in use."] },
    });
  });
});

describe("a refusal of fields", () => {
  it("says the sentence of the one wrong field", () => {
    const errors = { email: ["Enter an email address.", "Too long."] };
    expect(refuseFields(errors)).toMatchObject({
      kind: "invalid",
      detail: "Enter an email address.",
      errors,
    });
  });

  it("points at the fields when several are wrong", () => {
    const refusal = refuseFields({ email: ["Required."], phone: ["Required."] });
    expect(refusal.detail).toBe("Please correct the highlighted fields.");
  });
});

it("keeps the sentences the specification quotes", () => {
  expect(refusals["login-failed"].detail).toBe("Some of your login information was incorrect");
  expect(refusals["activation-failed"].detail).toBe("Activation failed");
  expect(refusals["not-signed-in"].detail).toBe("Please login again");
});
