import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../calendar.ts";
import { completedTo, knownSince, periodOfFile } from "./period.ts";

const march = { from: "2026-03-01", to: "2026-03-31" };
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

const of = (name: string, days: string[], printed: typeof march | null = null) =>
  periodOfFile({ printed, name, today: "2040-01-01", days, counting: days });

describe("STAT-53: the days of a file", () => {
  test.each([
    "ORG_600123_Utility Account_2026-03-01_2026-03-31.csv",
    "600123-20260301-20260331.xlsx",
    "Statement 01-03-2026 to 31-03-2026.csv",
    "01.03.2026-31.03.2026.csv",
    "1 Mar 2026 to 31 March 2026 (2).pdf",
    "01032026_31032026.csv",
    "600123_01Mar2026-31Mar2026.csv",
  ])("are the two in its name: %s", (name) => {
    expect(of(name, ["2026-03-02", "2026-03-28"])).toEqual({
      period: march,
      periodSource: "name",
      lastLine: "2026-03-28",
    });
  });

  test.each([
    ["one day", "export-2026-03-31.csv"],
    ["three days", "2026-03-01_2026-03-31_2026-04-02.csv"],
    ["the later one first", "2026-03-31_2026-03-01.csv"],
    ["no such day", "2026-02-01_2026-02-30.csv"],
    ["the month first", "03-01-2026_03-31-2026.csv"],
    ["digits of longer numbers", "254720260301_254720260331.csv"],
    ["days that leave out a line", "2026-03-01_2026-03-27.csv"],
  ])("are not those of a name with %s", (_what, name) => {
    expect(of(name, ["2026-03-02", "2026-03-28"])).toMatchObject({
      period: { from: "2026-03-02", to: "2026-03-28" },
      periodSource: "lines",
    });
  });

  test("are those that it prints, whatever its name says", () => {
    const name = "2026-02-01_2026-04-30.csv";
    expect(of(name, ["2026-03-02"], march)).toMatchObject({
      period: march,
      periodSource: "printed",
    });
  });

  test("without a line they are those of its name, else unknown", () => {
    expect(of("2026-03-01_2026-03-31.csv", [])?.period).toEqual(march);
    expect(of("march.csv", [])).toBeNull();
  });

  test("a failed line outside the days of the name keeps them from counting", () => {
    const file = { printed: null, name: "2026-03-01_2026-03-31.csv", today: "2026-04-15" };
    const days = ["2026-03-02", "2026-04-01"];
    expect(periodOfFile({ ...file, days, counting: ["2026-03-02"] })).toEqual({
      period: { from: "2026-03-02", to: "2026-03-02" },
      periodSource: "lines",
      lastLine: "2026-04-01",
    });
  });

  test.each([
    ["printed", march, "a.csv"],
    ["name", null, "2026-03-01_2026-03-31.csv"],
  ] as const)("end with the day on which the file came: %s", (periodSource, printed, name) => {
    const days = ["2026-03-02"];
    const file = periodOfFile({ printed, name, today: "2026-03-20", days, counting: days })!;
    expect(file).toMatchObject({ period: { from: "2026-03-01", to: "2026-03-20" }, periodSource });
    const later = periodOfFile({ printed, name, today: "2026-04-20", days, counting: days })!;
    expect(later.period).toEqual(march);
    // Sent again after the month, it is still the file of that day.
    expect(knownSince(later, "2026-03-20").period.to).toBe("2026-03-20");
    expect(periodOfFile({ printed, name, today: "2026-02-20", days: [], counting: [] })).toBeNull();
  });

  const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays("2024-01-01", days));
  const written = fc.constantFrom(
    (iso: string) => iso,
    (iso: string) => iso.replaceAll("-", ""),
    (iso: string) => iso.split("-").toReversed().join("-"),
    (iso: string) => iso.split("-").toReversed().join(""),
    (iso: string) => {
      const [year, month, date] = iso.split("-");
      return `${date} ${MONTHS[Number(month) - 1]} ${year}`;
    },
  );

  test("however it is written, a name is read as the days that were meant if every line lies between them", () => {
    fc.assert(
      fc.property(
        day,
        fc.nat({ max: 90 }),
        fc.array(fc.integer({ min: -3, max: 93 }), { minLength: 1, maxLength: 5 }),
        written,
        (from, length, moved, write) => {
          const to = addDays(from, length);
          const days = moved.map((days) => addDays(from, days));
          const read = of(`600123_${write(from)}_${write(to)}.csv`, days)!;
          const inside = days.every((each) => each >= from && each <= to);
          expect(read.periodSource).toBe(inside ? "name" : "lines");
          const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
          expect(read.period).toEqual(inside ? { from, to } : { from: first, to: last });
        },
      ),
    );
  });
});

describe("STAT-53: the uploader's word", () => {
  const file = of("march.csv", ["2026-03-02", "2026-03-28"])!;
  const today = "2026-04-02";

  test.each(["2026-03-28", "2026-03-31", "2026-04-02"])("may be a day up to today: %s", (day) => {
    expect(completedTo(file, { completeTo: day, today })).toEqual({
      period: { from: "2026-03-02", to: day },
      periodSource: "uploader",
      lastLine: "2026-03-28",
    });
  });

  test.each(["2026-03-27", "2026-04-03"])("is refused for a day outside: %s", (day) => {
    expect(() => completedTo(file, { completeTo: day, today })).toThrow("statement-complete-to");
  });

  test("is refused for a file that prints its period", () => {
    const printed = of("march.csv", ["2026-03-02"], march)!;
    expect(() => completedTo(printed, { completeTo: "2026-03-31", today })).toThrow(
      "statement-period-printed",
    );
  });
});
