import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { openPool } from "#server/db/connection.ts";
import { runJobs, startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { openThrottle, openRequestBudget, type RequestBudget } from "./throttle.ts";
import type { Pool } from "pg";

let group: TestGroup;
let member: TestMember;

// The clock of the limits is stopped, so that no wait or window ends while a slow machine runs the test.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  group = await startGroup({ rateLimit: true });
  member = await group.pendingMember();
});
beforeEach(async () => {
  await run("DELETE FROM throttle");
});
afterAll(async () => {
  await group.close();
  vi.useRealTimers();
});

const run = (statement: string) => sql.raw(statement).execute(group.db);
const signIn = (email: string, password: string) =>
  group.api("POST", "/api/user/login", { body: { email, password } });
const nobody = (count: number) => signIn(`nobody${count}@example.com`, "wrong password 1");
/** As if the waits had ended. */
const skipWaits = () => run("DELETE FROM throttle WHERE key LIKE 'password-wait:%'");
async function fail(times: number, email = member.email) {
  const answers = [];
  for (let count = 0; count < times; count++) answers.push(await signIn(email, "wrong password 1"));
  return answers;
}

describe("guessing a password", () => {
  it("meets a wait after five failures, which doubles with each further one", async () => {
    expect((await fail(5)).map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
    for (const seconds of [1, 2, 4, 8, 16]) {
      const refused = await signIn(member.email, member.password);
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe(String(seconds));
      expect(refused.body.detail).toContain("Too many attempts");
      await skipWaits();
      expect((await signIn(member.email, "wrong password 1")).status).toBe(401);
    }
  });

  it("is counted alike for somebody there is not", async () => {
    const answers = await fail(6, "nobody@example.com");
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("by the member's phone and email counts together", async () => {
    const approved = await group.activeMember(await group.official("Chairperson"));
    await fail(3, approved.email);
    await fail(2, approved.phone);
    expect((await signIn(approved.phone, approved.password)).status).toBe(429);
  });

  it("is not helped by guessing all at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(member.email, "wrong password 1")),
    );
    const decided = answers.filter((answer) => answer.status === 401);
    expect(decided.length).toBeLessThanOrEqual(6);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20 - decided.length);
  });

  it("leaves an attempt refused unjudged uncounted, so that an outsider cannot lock an account", async () => {
    await fail(40);
    await skipWaits();
    expect((await signIn(member.email, member.password)).status).toBe(200);
    expect((await fail(5)).map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
  });

  it("ends after a hundred failures in a row, until the password is reset", async () => {
    await fail(1);
    await run("UPDATE throttle SET points = 100 WHERE key LIKE 'password-attempts:%'");
    const refused = await signIn(member.email, member.password);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toContain("Forgot your password?");
    expect(refused.headers.get("retry-after")).toBe("900");
    await group.api("POST", "/api/user/password-reset/", { body: { email: member.email } });
    await runJobs(group);
    const reset = await group.api("POST", "/api/user/forgot-password/", {
      body: {
        password_reset_token: await group.mailedToken(member.email, "forgot-password"),
        new_password: member.password,
        confirm_new_password: member.password,
      },
    });
    expect(reset.status).toBe(200);
    expect((await signIn(member.email, member.password)).status).toBe(200);
  });

  it("the current password, when changing it, counts too", async () => {
    const token = await group.signIn(member);
    const change = () =>
      group.api("POST", "/api/user/change-password/", {
        token,
        body: {
          current_password: "wrong password 1",
          new_password: "bahari ya hindi 88",
          confirm_new_password: "bahari ya hindi 88",
        },
      });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await change()).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe("a clock that was ahead by a day, and is put right", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const withinADayAhead = async (work: () => Promise<unknown>) => {
    const right = Date.now();
    vi.setSystemTime(right + DAY_MS);
    await work();
    vi.setSystemTime(right);
  };

  it("makes nobody wait longer than the wait itself", async () => {
    await withinADayAhead(() => fail(6));
    const refused = await signIn(member.email, member.password);
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    vi.setSystemTime(Date.now() + seconds * 1000);
    expect((await signIn(member.email, member.password)).status).toBe(200);
  });

  it("counts no address for longer than five minutes", async () => {
    await withinADayAhead(() => nobody(0));
    for (let count = 0; count < 40; count++) expect((await nobody(count)).status).toBe(401);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    for (let count = 40; count < 80; count++) expect((await nobody(count)).status).toBe(401);
  });
});

describe("limits per address", () => {
  it("stop sign-ins after 60 in five minutes, on all servers together", async () => {
    const other = await group.addServer();
    for (let count = 0; count < 60; count++)
      expect((await signIn(`nobody${count}@example.com`, "wrong password 1")).status).toBe(401);
    const refused = await other.api("POST", "/api/user/login", {
      body: { email: member.email, password: member.password },
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("300");
  });

  it("stop tokens after 10 a minute", async () => {
    const statuses = [];
    for (const path of ["activate", "forgot-password", "confirm-email"])
      for (let count = 0; count < 4; count++) {
        const body = {
          activation_token: "x",
          confirmation_token: "x",
          password_reset_token: "x",
          new_password: "bahari ya hindi 88",
          confirm_new_password: "bahari ya hindi 88",
        };
        statuses.push((await group.api("POST", `/api/user/${path}/`, { body })).status);
      }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
  });

  it("stop sign-ups after 20 an hour", async () => {
    for (let count = 0; count < 20; count++) await group.signUp();
    await expect(group.signUp()).rejects.toThrow("Too many attempts");
  });
});

describe("mailed links", () => {
  it("stop silently after three an hour for an account", async () => {
    const answers = [];
    for (let count = 0; count < 5; count++) {
      const answer = await group.api("POST", "/api/user/password-reset/", {
        body: { email: member.email },
      });
      answers.push([answer.status, answer.body]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const before = (await group.mailbox(member.email)).length;
    await runJobs(group);
    expect((await group.mailbox(member.email)).length).toBe(before + 3);
  });

  it("to confirm a new email stop after three an hour", async () => {
    const token = await group.signIn(member);
    const statuses = [];
    for (let count = 0; count < 4; count++) {
      const body = { email: `new${count}@example.com`, current_password: member.password };
      statuses.push((await group.api("POST", "/api/user/profile/", { token, body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

const times = (most: number, address: (index: number) => string) =>
  Array.from({ length: most }, (_, index) => address(index));

describe("a limit by address", () => {
  // Behind a proxy, as it reports the addresses of documentation and of operators.
  let behind: TestGroup;
  beforeAll(async () => {
    behind = await startGroup({ rateLimit: true, env: { TRUST_PROXY: "127.0.0.1" } });
  });
  afterAll(() => behind.close());

  const statuses = async (path: string, addresses: readonly string[]) => {
    const counts: Record<number, number> = {};
    for (const [index, address] of addresses.entries()) {
      const { status } = await behind.api("POST", path, {
        headers: { "X-Forwarded-For": address },
        body: { email: `nobody${index}@example.org`, password: "Wrong-pass-1" },
      });
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it.each([
    ["one IPv6 address", () => "2c0f:fe38:1:8::1"],
    ["a /64", (index: number) => `2c0f:fe38:1:9::${(index + 1).toString(16)}`],
    [
      "an IPv4 address in its spellings",
      (index: number) => ["197.248.0.7", "::ffff:197.248.0.7", "::FFFF:c5f8:7"][index % 3]!,
    ],
  ])("counts %s as one: sign-ins, sign-ups, links and tokens", async (_, address) => {
    expect(await statuses("/api/user/login", times(64, address))).toEqual({ 401: 60, 429: 4 });
    expect(await statuses("/api/user/password-reset/", times(24, address))).toEqual({ 200: 24 });
    const links = sql<{
      points: number;
    }>`SELECT points FROM throttle WHERE key LIKE 'link-address:%'
      ORDER BY expire DESC LIMIT 1`;
    expect((await links.execute(behind.db)).rows).toEqual([{ points: 24 }]);
    const opened = await statuses("/api/setup/", times(12, address));
    expect(opened[429]).toBe(2);
  });

  it("leaves the neighbouring /64 alone", async () => {
    await statuses(
      "/api/user/login",
      times(61, () => "2c0f:fe38:2:1::1"),
    );
    expect(await statuses("/api/user/login", ["2c0f:fe38:2:1::2"])).toEqual({ 429: 1 });
    expect(await statuses("/api/user/login", ["2c0f:fe38:2:2::1"])).toEqual({ 401: 1 });
  });
});

describe("the secret of delivery reports", () => {
  it("is guessed ten times a minute, and then even the right one is refused", async () => {
    const secret = "reports-of-a-test";
    const guarded = await startGroup({
      rateLimit: true,
      env: { SMS_USERNAME: "chama", SMS_API_KEY: "key", SMS_REPORT_SECRET: secret },
    });
    const report = async (guess: string) => {
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const path = `/api/notices/reports/${guess}/`;
      return (await guarded.api("POST", path, { body: "id=1&status=Sent", headers })).status;
    };
    for (let count = 0; count < 20; count++) expect(await report(secret)).toBe(200);
    for (let count = 0; count < 10; count++) expect(await report(`guess-${count}`)).toBe(404);
    expect(await report("guess-10")).toBe(429);
    expect(await report(secret)).toBe(429);
    await guarded.close();
  });
});

describe("a throttle whose database is away", () => {
  it("lets nothing through", async () => {
    const pool = openPool({ host: "/nowhere", port: 1, user: "nobody", database: "none" });
    const throttle = openThrottle(pool, true);
    await expect(throttle.take("token-address", "1")).rejects.toThrow("ENOENT");
    await expect(throttle.allows("reset-account", "1")).rejects.toThrow("ENOENT");
    await expect(throttle.takeAttempt("1")).rejects.toThrow("ENOENT");
    await pool.end();
  });
});

function spend(budget: RequestBudget, times: number, isWrite: boolean): void {
  for (let count = 0; count < times; count++) budget.spend(7, isWrite);
}

describe("the budget of requests", () => {
  let group: TestGroup;
  let member: TestMember;
  let pool: Pool;

  beforeAll(async () => {
    group = await startGroup({ rateLimit: true });
    member = await group.pendingMember();
    pool = openPool(group.connection, 2);
  });
  const opened: RequestBudget[] = [];
  /** Closed after the test: a budget stores its counts a second later, which may be within the next test. */
  function openBudget(now: () => number): RequestBudget {
    const budget = openRequestBudget(pool, now);
    opened.push(budget);
    return budget;
  }
  beforeEach(() => pool.query("DELETE FROM throttle"));
  afterEach(async () => {
    for (const budget of opened.splice(0)) await budget.close();
  });
  afterAll(async () => {
    await pool.end();
    await group.close();
  });

  const NOON = Date.UTC(2026, 2, 16, 9);

  describe("the budget of a signed-in person", () => {
    it("is 300 requests a minute, and the next minute has its own", () => {
      let now = NOON;
      const budget = openBudget(() => now);
      spend(budget, 300, false);
      expect(() => budget.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
      budget.spend(8, false);
      now += 60_000;
      spend(budget, 300, false);
    });

    it("contains 60 writes; after them reads still pass", () => {
      const budget = openBudget(() => NOON);
      spend(budget, 60, true);
      expect(() => budget.spend(7, true)).toThrow("too-many-requests (retryAfterSeconds: 60");
      spend(budget, 240, false);
      expect(() => budget.spend(7, false)).toThrow("too-many-requests (retryAfterSeconds: 60");
    });

    it("is 600 requests a minute for an address without a session, beside those of members", async () => {
      const budget = openBudget(() => NOON);
      for (let count = 0; count < 600; count++) budget.spendOf("10.0.0.1");
      expect(() => budget.spendOf("10.0.0.1")).toThrow("too-many-requests (retryAfterSeconds: 60");
      expect(() => budget.spendOf("::ffff:10.0.0.1")).toThrow("too-many-requests");
      budget.spendOf("10.0.0.2");
      for (let count = 0; count < 600; count++) budget.spendOf(`2001:db8::${count.toString(16)}`);
      expect(() => budget.spendOf("2001:db8::ffff")).toThrow("too-many-requests");
      budget.spendOf("2001:db8:0:1::1");
      spend(budget, 300, false);
    });

    it("is asked of every public address, and never of health", async () => {
      const open = allEndpoints.filter(({ endpoint }) => endpoint.access === "public");
      const full = Array.from({ length: 3 }, (_, ahead) => {
        const minute = Math.floor(Date.now() / 60_000) + ahead;
        return `('anonymous:127.0.0.1:${minute}', 600, ${(minute + 1) * 60_000})`;
      });
      await pool.query(`INSERT INTO throttle (key, points, expire) VALUES ${full.join(", ")}`);
      // The server learns of it when it adds its own count.
      const isFull = async () => (await group.api("GET", "/api/group/")).status;
      await expect.poll(isFull).toBe(429);
      for (const { endpoint } of open.filter(({ name }) => name !== "getHealth")) {
        const answer = await group.api(endpoint.method, endpoint.path, { body: undefined });
        expect([endpoint.path, answer.status]).toEqual([endpoint.path, 429]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect((await group.api("GET", "/api/health")).status).toBe(200);
      expect(
        (await group.api("GET", "/api/user/get_user_data", { token: member.token })).status,
      ).toBe(200);
    });

    it("is one for all servers, once they have informed each other", async () => {
      const [one, other] = [openBudget(() => NOON), openBudget(() => NOON)];
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
      const budget = openBudget(() => NOON);
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
});
