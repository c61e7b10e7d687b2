import { describe, expect, it } from "vitest";
import { readDay } from "./date-field.tsx";

describe("typing a day", () => {
  it.each([
    "22/11/2026",
    "22.11.2026",
    "22-11-2026",
    "22 11 2026",
    "22 Nov 2026",
    "22 nov, 2026",
    "22 November 2026",
    "22 Novemba 2026",
    "22-Nov-2026",
    "2026-11-22",
    " 22/11/2026 ",
    "22/11/26",
  ])("reads %s as the 22nd of November", (typed) => {
    expect(readDay(typed)).toBe("2026-11-22");
  });

  it("puts the day first, and not the month", () => {
    expect(readDay("5/3/2026")).toBe("2026-03-05");
    expect(readDay("11/22/2026")).toBeNull();
  });

  it("knows the months of Swahili", () => {
    expect(readDay("1 Mac 2026")).toBe("2026-03-01");
    expect(readDay("1 Okt 2026")).toBe("2026-10-01");
    expect(readDay("1 Desemba 2026")).toBe("2026-12-01");
  });

  it.each(["", "31/2/2026", "0/1/2026", "22 Xyz 2026", "tomorrow", "22/11", "22/11/202"])(
    "reads no day in '%s'",
    (typed) => {
      expect(readDay(typed)).toBeNull();
    },
  );

  it("waits for a year of four digits while it is typed", () => {
    expect(readDay("22/11/20", false)).toBeNull();
    expect(readDay("22/11/2026", false)).toBe("2026-11-22");
  });
});
