// The days on which the turns of a merry-go-round fall due.
import { addDays, addMonths, type PlainDate } from "#domain/calendar.ts";

export const rotationSteps = ["week", "two_weeks", "month"] as const;
export type RotationStep = (typeof rotationSteps)[number];

/** Of each turn from the first on; a day that a month lacks is its last, without drifting. */
export function turnDays(
  { firstOn, every }: { firstOn: PlainDate; every: RotationStep },
  turns: number,
): PlainDate[] {
  return Array.from({ length: turns }, (_, index) => {
    if (every === "month") return addMonths(firstOn, index);
    return addDays(firstOn, index * (every === "week" ? 7 : 14));
  });
}

/** So few people are no merry-go-round. */
export const rotationMembersLeast = 3;
