import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPool } from "#server/db/connection.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { openRequestBudget, type RequestBudget } from "./request-budget.ts";

let group: TestGroup;
let member: TestMember;
let pool: Pool;

beforeAll(async () => {
  group = await startGroup({ rateLimit: true });
  member = await group.pendingMember();
  pool = openPool(group.connection, 2);
});
beforeEach(() => pool.query("DELETE FROM throttle"));
afterAll(async () => {
  await pool.end();
  await group.close();
});

const NOON = Date.UTC(2026, 2, 16, 9);
const spend = (budget: RequestBudget, times: number, isWrite: boolean) => {
  for (let count = 0; count < times; count++) budget.spend(7, isWrite);
};

describe("the budget of a signed-in person", () => {
  it("is 300 requests a minute, and the next minute has its own", () => {
    let now = NOON;
    const budget = openRequestBudget(pool, () => now);
    spend(budget, 300, false);
    expect(() => budget.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
    budget.spend(8, false);
    now += 60_000;
    spend(budget, 300, false);
  });

  it("has 60 writes in it, beyond which reading goes on", () => {
    const budget = openRequestBudget(pool, () => NOON);
    spend(budget, 60, true);
    expect(() => budget.spend(7, true)).toThrow("too-many-requests (retryAfterSeconds: 60");
    spend(budget, 240, false);
    expect(() => budget.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
  });

  it("is one for all servers, once they have informed each other", async () => {
    const [one, other] = [openRequestBudget(pool, () => NOON), openRequestBudget(pool, () => NOON)];
    spend(one, 200, false);
    spend(other, 90, false);
    await one.sync();
    await other.sync();
    spend(other, 10, false);
    expect(() => other.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
    await other.sync();
    one.spend(7, false);
    await one.sync();
    expect(() => one.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
  });

  it("writes one row for many requests", async () => {
    const budget = openRequestBudget(pool, () => NOON);
    spend(budget, 50, false);
    await budget.sync();
    const { rows } = await pool.query("SELECT key, points FROM throttle");
    expect(rows).toEqual([{ key: expect.stringMatching(/^requests:7:/), points: 50 }]);
  });

  it("is asked of every request with a session", async () => {
    const post = () =>
      group.api("POST", "/api/user/profile/", { token: member.token, body: { first_name: "" } });
    const statuses = new Set<number>();
    let answer = await post();
    // If the minute ends meanwhile, the budget is new.
    for (let count = 0; count < 130 && answer.status !== 429; count++) {
      statuses.add(answer.status);
      answer = await post();
    }
    expect([...statuses]).toEqual([200]);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const read = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(read.status).toBe(200);
  });
});
