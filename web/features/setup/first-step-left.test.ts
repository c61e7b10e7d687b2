import { expect, it } from "vitest";
import { firstStepLeft } from "./first-step-left.ts";

it.each([
  [["treasurer", "sec_gen", "begins", "test_mail"], 3],
  [["treasurer_invited", "sec_gen", "begins"], 3],
  [["treasurer_invited", "sec_gen_invited", "begins", "no_mail"], 4],
  [["confirm_email", "bring_books"], 4],
  [["treasurer_invited", "sec_gen_invited", "test_mail"], 5],
  [["confirm_email"], 5],
  [[], 5],
] as const)("with %o left, the setup opens at step %i", (left, step) => {
  expect(firstStepLeft(left)).toBe(step);
});
