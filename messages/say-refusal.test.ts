import { describe, expect, test } from "vitest";
import { fieldFault } from "#domain/field-fault.ts";
import { refuse, refuseFields } from "#domain/refusal.ts";
import { waiting } from "#domain/refusals.ts";
import { sayFieldErrors, sayRefusal } from "./say-refusal.ts";
import { translatorFor } from "./translator.ts";

const [en, sw] = [translatorFor("en"), translatorFor("sw")];

test("the sentences that the specification quotes are quoted to the letter", () => {
  expect(sayRefusal(en, refuse("login-failed"))).toBe(
    "Some of your login information was incorrect",
  );
  expect(sayRefusal(en, refuse("activation-failed"))).toBe("Activation failed");
  expect(sayRefusal(en, refuse("not-signed-in"))).toBe("Please login again");
});

test.each([
  [1, "1 second", "sekunde 1"],
  [90, "90 seconds", "sekunde 90"],
  [91, "2 minutes", "dakika 2"],
])("%d seconds are waited for in words", (seconds, english, swahili) => {
  const refusal = refuse("too-many-requests", waiting(seconds));
  expect(sayRefusal(en, refusal)).toBe(`Too many attempts. Please try again in ${english}.`);
  expect(sayRefusal(sw, refusal)).toContain(`baada ya ${swahili}.`);
});

test("facts come out as money, days, offices and words of the language", () => {
  const debt = refuse("recovery-above-debt", { outstandingCents: 123_450n });
  expect(sayRefusal(en, debt)).toBe("Only KES 1,234.50 of this bad debt is outstanding.");
  const year = refuse("year-not-over", { year: "2026", end: { day: "2026-08-31" } });
  expect(sayRefusal(en, year)).toContain("after 31 Aug 2026.");
  expect(sayRefusal(sw, year)).toContain("31 Ago 2026.");
  expect(sayRefusal(sw, refuse("office-already-acted", { office: "Sec-Gen" }))).toBe(
    "Katibu Mkuu ameshaamua jambo hili.",
  );
  const dormant = refuse("action-not-offered", { action: "deactivate", state: "dormant" });
  expect(sayRefusal(en, dormant)).toBe("You cannot deactivate a member who is dormant.");
  const active = refuse("action-not-offered", { action: "lift_dormancy", state: "active" });
  expect(sayRefusal(en, active)).toBe("You cannot lift the dormancy of a member who is active.");
});

describe("a refused form", () => {
  test("is shown the sentence of the one wrong field", () => {
    const refusal = refuseFields({ email: [fieldFault("email"), fieldFault("unreadable")] });
    expect(sayRefusal(en, refusal)).toBe("Enter an email address such as name@example.com.");
  });

  test("points at the fields when several are wrong", () => {
    const errors = {
      first_name: [fieldFault("required", { label: "First name" })],
      phone: [refuse("already-in-use", { label: "Phone" })],
    };
    expect(sayRefusal(en, refuseFields(errors))).toBe("Please correct the highlighted fields.");
    expect(sayFieldErrors(sw, errors)).toEqual({
      first_name: ["Jina la kwanza: inahitajika."],
      phone: ["Simu: tayari inatumika."],
    });
  });
});
