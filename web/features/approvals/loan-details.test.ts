import { expect, test } from "vitest";
import { termWhenApplied } from "./loan-details.tsx";

type History = Parameters<typeof termWhenApplied>[0]["history"];

const change = (at: string, before: number, after: number) =>
  ({
    at,
    actor: { id: 1, username: "amina", full_name: "Amina Odhiambo", reg_number: "A/1" },
    changes: [{ setting: "normal_loan_term_months", before, after }],
  }) satisfies History[number];

const settings = {
  normal_loan_term_months: 18,
  emergency_loan_term_months: 6,
  history: [
    change("2026-09-01T10:00:00.000+03:00", 15, 18),
    change("2026-06-01T10:00:00.000+03:00", 12, 15),
  ],
};

test.each([
  ["2026-05-31T08:00:00.000+03:00", 12],
  ["2026-07-01T08:00:00.000+03:00", 15],
  ["2026-09-02T08:00:00.000+03:00", 18],
])("an application of %s is repaid in %i months", (application_date, months) => {
  expect(termWhenApplied(settings, { loan_type: "normal_loan", application_date })).toBe(months);
});

test("a change of the other type's term does not matter", () => {
  const application_date = "2026-05-31T08:00:00.000+03:00";
  expect(termWhenApplied(settings, { loan_type: "emergency_loan", application_date })).toBe(6);
});
