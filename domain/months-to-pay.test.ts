import { describe, expect, it } from "vitest";
import { monthsToPay } from "./months-to-pay.ts";

type Dues = Parameters<typeof monthsToPay>[0];
const dues = (known: Partial<Dues>): Dues => ({
  first_month: "2026-01-01",
  paid_up_to: null,
  months_owed: [],
  next: null,
  ...known,
});
const next = (month: string) => ({ month, amount: 1_000, due_on: "2026-12-05" });

describe("the months that a member may pay for", () => {
  const today = "2026-11-22";

  it("begin with the one that is owed first, and none lies before the member joined", () => {
    const owed = ["2026-06-01", "2026-07-01"];
    const { next: offered, all } = monthsToPay(
      dues({ paid_up_to: "2026-05-01", months_owed: owed, next: next("2026-08-01") }),
      today,
    );
    expect(offered).toBe("2026-06-01");
    expect(all.slice(0, 3)).toEqual(["2026-06-01", "2026-07-01", "2026-08-01"]);
    expect(all.at(-1)).toBe("2026-01-01");
    expect(all).not.toContain("2025-12-01");
    expect(new Set(all).size).toBe(all.length);
  });

  it("begin with this month for a member who has just joined, and end where the server would refuse", () => {
    const joined = dues({ first_month: "2026-11-01", next: next("2026-11-01") });
    const { all } = monthsToPay(joined, today);
    expect(all[0]).toBe("2026-11-01");
    expect(all.at(-1)).toBe("2028-11-01");
  });

  it("follow what waits, which the server leaves out", () => {
    const waits = dues({ first_month: "2026-11-01", next: next("2026-12-01") });
    expect(monthsToPay(waits, today).next).toBe("2026-12-01");
  });

  it("go to 24 months after the month of a member who is paid far ahead", () => {
    const { next: offered, all } = monthsToPay(
      dues({ paid_up_to: "2031-03-01", next: next("2031-04-01") }),
      today,
    );
    expect(offered).toBe("2031-04-01");
    expect(all).toContain("2033-03-01");
    expect(all).not.toContain("2033-04-01");
  });

  it("are few and end with what a date can hold, for who paid a hundred million", () => {
    const { next: offered, all } = monthsToPay(
      dues({ paid_up_to: "2999-12-01", next: next("2999-12-01") }),
      today,
    );
    expect(offered).toBe("2999-12-01");
    expect(all.length).toBeLessThan(120);
  });

  it("are this month without what the server says", () => {
    const unknown = dues({ first_month: "2026-11-01" });
    expect(monthsToPay(unknown, today).next).toBe("2026-11-01");
  });
});
