import { describe, expect, expectTypeOf, it } from "vitest";
import { fieldFault } from "./field-fault.ts";
import { Refusal, refuse, refuseFields, type FactsOf } from "./refusal.ts";
import { waiting } from "./refusals.ts";

describe("a refusal", () => {
  it("carries its code, kind and facts, and speaks no language", () => {
    const refusal = refuse("holds-another-office", { office: "Treasurer" });
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "holds-another-office",
      kind: "invalid",
      facts: { office: "Treasurer" },
      message: "holds-another-office (office: Treasurer)",
    });
    expect(refusal.errors).toBeUndefined();
  });

  it("asks for facts exactly when its sentence takes them", () => {
    expect(refuse("not-signed-in")).toMatchObject({ kind: "unauthenticated", facts: {} });
    expectTypeOf<FactsOf<"forbidden">>().toEqualTypeOf<[]>();
    expectTypeOf<FactsOf<"entry-already-reversed">>().toEqualTypeOf<[facts: { by: number }]>();
  });

  it("can stand at a field of the form", () => {
    const refusal = refuse("already-in-use", { label: "Email" }).at("email");
    expect(refusal).toMatchObject({ code: "already-in-use", kind: "invalid" });
    expect(refusal.errors?.["email"]).toMatchObject([{ code: "already-in-use" }]);
  });
});

it.each([
  [1, { count: 1, unit: "seconds" }],
  [90, { count: 90, unit: "seconds" }],
  [91, { count: 2, unit: "minutes" }],
])("is waited for in seconds up to 90, then in minutes: %d", (retryAfterSeconds, text) => {
  expect(waiting(retryAfterSeconds)).toEqual({ retryAfterSeconds, ...text });
});

it("keeps what is wrong with each field of a form", () => {
  const errors = { email: [fieldFault("email")], phone: [fieldFault("phone")] };
  expect(refuseFields(errors)).toMatchObject({
    code: "invalid-fields",
    kind: "invalid",
    errors,
    message: "invalid-fields (email: email; phone: phone)",
  });
});
