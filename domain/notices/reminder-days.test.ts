import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueReminder, FIRST_REMINDER_DAYS } from "./reminder-days.ts";

const ITS_DAYS = [7, 1, 0, -1, -7, -30];

describe("the reminder that is due", () => {
  test("is the one of the day, or of the newest day that was missed", () => {
    const due = [8, 7, 6, 2, 1, 0, -1, -2, -6, -7, -8, -29, -30, -31, -400];
    expect(due.map(dueReminder)).toEqual([
      null,
      7,
      7,
      7,
      1,
      0,
      -1,
      -1,
      -1,
      -7,
      -7,
      -7,
      -30,
      -30,
      -30,
    ]);
  });

  test("never belongs to a day that is still to come, and none of its days lies between", () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), (ahead) => {
        const due = dueReminder(ahead);
        const isTooEarly = ahead > FIRST_REMINDER_DAYS;
        expect(due === null).toBe(isTooEarly);
        if (due === null) return;
        expect(due).toBeGreaterThanOrEqual(ahead);
        expect(ITS_DAYS.filter((each) => each >= ahead && each < due)).toEqual([]);
        expect(ITS_DAYS).toContain(due);
      }),
    );
  });
});
