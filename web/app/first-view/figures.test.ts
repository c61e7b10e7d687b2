import { describe, expect, it } from "vitest";
import type { StoredAnswer } from "#web/api/stored/device-store.ts";
import { firstFigures } from "./figures.ts";

const now = new Date("2026-11-26T09:00:00Z");
const member = { id: 7, username: "akinyi", status: "active", two_step: "off" };

function stored(path: string, query: object, reply: object, at: number): StoredAnswer {
  return { userId: 7, key: JSON.stringify([path, null, query]), reply, at };
}

function answers({ user = {}, day = "2026-11-26" }: { user?: object; day?: string } = {}) {
  return [
    stored(
      "/api/user/get_user_data",
      {},
      { ...member, total_contributions: 12_000.1, ...user },
      3000,
    ),
    stored("/api/group/settings/", {}, { interest_share: 63 }, 2000),
    stored(
      "/api/accounting/get_balance_sheet/",
      { date: day },
      {
        users_shared_interest_data: [
          { member: { id: 6 }, balance: 9 },
          { member: { id: 7 }, balance: 333.33 },
        ],
      },
      1000,
    ),
  ];
}

describe("what home shows before the program runs", () => {
  it("is the account value of the stored answers, as of the oldest", () => {
    const figures = firstFigures(answers(), now);
    expect(figures).toMatchObject({ username: "akinyi", at: 1000 });
    expect(figures?.account.valueCents).toBe(1_221_010n);
  });

  it("is nothing while an answer is missing, or is of another day", () => {
    for (const index of [0, 1, 2])
      expect(firstFigures(answers().toSpliced(index, 1), now)).toBeNull();
    expect(firstFigures(answers({ day: "2026-11-25" }), now)).toBeNull();
  });

  it.each([
    { status: "dormant" },
    { status: "pending_approval" },
    { two_step: "missing" },
    { asks_figures: true },
    { left_to_do: [] },
  ])("is nothing if home begins with something else: %j", (user) => {
    expect(firstFigures(answers({ user }), now)).toBeNull();
  });
});
