import { describe, expect, it } from "vitest";
import type { User } from "#contract/members.ts";
import { settlementOffered } from "./offered-acts.ts";

const user = (params: Partial<Record<keyof User, unknown>>) =>
  ({
    id: 1,
    user_groups: [],
    status: "active",
    is_active: true,
    bad_debt_outstanding: 0,
    loans: [],
    has_cleared: false,
    total_contributions: 1000,
    ...params,
  }) as User;

describe("the button of a member's summary card", () => {
  it("recovers a bad debt before anything else", () => {
    const owing = user({ bad_debt_outstanding: 0.5, loans: [{ status: "written_off" }] });
    expect(settlementOffered(owing, 9)).toEqual({ action: "recover", disabled: false });
  });

  it.each(["active", "default"])("offers the exit while a loan is %s", (status) => {
    expect(settlementOffered(user({ loans: [{ status: "cleared" }, { status }] }), 9)).toEqual({
      action: "exit",
      disabled: false,
    });
  });

  it("clears without running loans, but only where there is something to pay out", () => {
    expect(settlementOffered(user({ loans: [{ status: "cleared" }] }), 9)).toEqual({
      action: "clear",
      disabled: false,
    });
    expect(settlementOffered(user({ total_contributions: 0 }), 9)).toEqual({
      action: "clear",
      disabled: true,
    });
  });

  it("is nobody's for themselves, nor for the last Chairperson", () => {
    expect(settlementOffered(user({}), 1)).toEqual({ action: "clear", disabled: true });
    expect(
      settlementOffered(user({ user_groups: ["Chairperson"], last_chairperson: true }), 9).disabled,
    ).toBe(true);
    expect(settlementOffered(user({ bad_debt_outstanding: 5 }), 1).disabled).toBe(true);
  });

  it("says Cleared for a cleared member", () => {
    expect(settlementOffered(user({ has_cleared: true, total_contributions: 0 }), 9)).toEqual({
      action: "cleared",
      disabled: true,
    });
  });
});
