import { describe, expect, it } from "vitest";
import type { Contribution } from "#contract/contributions.ts";
import { monthsToPay } from "./paid-up-to.ts";

function contribution(
  update_up_to: string | null,
  status: Contribution["status"] = "approved",
): Contribution {
  const contribution_month = "2026-11-01";
  return { update_up_to, status, contribution_month } as Contribution;
}

describe("the months that a member may pay for", () => {
  const today = "2026-11-22";

  it("begin with this month for a member who has paid nothing", () => {
    const { next, all } = monthsToPay([], today);
    expect(next).toBe("2026-11-01");
    expect(all).toContain(next);
    expect(all.at(-1)).toBe("2023-11-01");
  });

  it("go on from the group's book for a member who has paid nothing since", () => {
    const { next, all } = monthsToPay([], today, "2026-06-01");
    expect(next).toBe("2026-07-01");
    expect(all[0]).toBe("2028-06-01");
    const paidSince = [contribution("2026-08-01")];
    expect(monthsToPay(paidSince, today, "2026-06-01").next).toBe("2026-09-01");
  });

  it("go to 24 months after the month of a member who is paid far ahead, and the next one is among them", () => {
    const { next, all } = monthsToPay([contribution("2031-03-01")], today);
    expect(next).toBe("2031-04-01");
    expect(all[0]).toBe("2033-03-01");
    expect(all).toContain(next);
    expect(all).toContain("2026-11-01");
  });

  it("end where the server would refuse, for a member who is behind", () => {
    const { next, all } = monthsToPay([contribution("2026-05-01")], today);
    expect(next).toBe("2026-06-01");
    expect(all[0]).toBe("2028-05-01");
  });

  it("follow what waits", () => {
    const { next } = monthsToPay(
      [contribution("2026-10-01"), contribution(null, "pending")],
      today,
    );
    expect(next).toBe("2026-12-01");
  });

  it("are few and end with what a date can hold, for who paid a hundred million", () => {
    const { next, all } = monthsToPay([contribution("2999-12-01")], today);
    expect(next).toBe("2999-12-01");
    expect(all).toContain(next);
    expect(all.length).toBeLessThan(120);
  });
});
