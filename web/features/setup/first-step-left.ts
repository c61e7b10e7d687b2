import type { LeftToDo } from "#contract/members.ts";

/** The first of steps 3 to 5 of the setup with something left: offices, books, then all that is done elsewhere (MEM-38). */
export function firstStepLeft(left: readonly LeftToDo[]): 3 | 4 | 5 {
  if (left.includes("treasurer") || left.includes("sec_gen")) return 3;
  return left.includes("begins") || left.includes("bring_books") ? 4 : 5;
}
