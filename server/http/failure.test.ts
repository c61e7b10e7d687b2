import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { logOptions } from "#server/platform/logger.ts";
import { createTestDatabase, waitingForLocks } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";
import { answerFailure } from "./failure.ts";

test("a database that breaks off in the middle of a change is a 503, and the change is undone", async () => {
  const group = await startGroup();
  const member = await group.pendingMember();
  const pool = openPool(group.connection, 1);
  const contribution = {
    amount_paid: 1_000,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-15",
    payment_Reference_Code: "CUT0000001",
  };
  const answer = await openDatabase(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`LOCK TABLE payments IN EXCLUSIVE MODE`.execute(tx);
      const requested = group.api("POST", "/api/finances/monthly-contribution/", {
        token: member.token,
        body: contribution,
      });
      const waiting = () => waitingForLocks(tx, { table: "payments" });
      await expect.poll(waiting).toHaveLength(1);
      const [pid] = await waiting();
      await sql`SELECT pg_terminate_backend(${pid})`.execute(tx);
      return requested;
    });
  await pool.end();
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await group.db.selectFrom("payments").select("id").execute()).toEqual([]);
  await group.close();
});

test("every way in which a lost connection fails is a 503", async () => {
  const pool = openPool(await createTestDatabase(), 2);
  const [lost, other] = [await pool.connect(), await pool.connect()];
  const { rows } = await lost.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = new Promise((resolve) => lost.once("end", resolve));
  const running = lost.query("SELECT pg_sleep(1000000)").catch((error: unknown) => error);
  await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  // The query that was running when it broke, and the next one on the same connection, such as a ROLLBACK.
  const failures = [await running, await lost.query("ROLLBACK").catch((error: unknown) => error)];
  expect(failures.map((error) => answerFailure(error)?.status)).toEqual([503, 503]);
  lost.release(true);
  other.release();
  await pool.end();
});

describe("the log of refusals", () => {
  const lines: string[] = [];
  let group: TestGroup;
  let member: TestMember;

  beforeAll(async () => {
    const log = pino(logOptions({ logLevel: "info" }), { write: (line) => void lines.push(line) });
    group = await startGroup({ log });
    member = await group.pendingMember();
  });
  afterAll(() => group.close());

  async function logOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
    lines.length = 0;
    await act();
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test("names who was refused what, by id and pattern", async () => {
    const params = { token: member.token, body: { action: "approve" } };
    const log = await logOf(() => group.api("POST", "/api/user/admin_manage_user/1/", params));
    expect(log).toEqual([
      expect.objectContaining({
        msg: "refused",
        code: "forbidden",
        memberId: member.id,
        method: "POST",
        route: "/api/user/admin_manage_user/:id/",
        address: "127.0.0.1",
      }),
    ]);
  });

  test("tells of dead tokens, and of none for whoever brings none", async () => {
    const dead = "x".repeat(43);
    const log = await logOf(async () => {
      await group.api("GET", "/api/user/get_user_data", { token: dead });
      await group.api("POST", "/api/user/activate/", { body: { activation_token: dead } });
      await group.api("GET", "/api/user/get_user_data");
    });
    expect(log.map((line) => line["code"])).toEqual(["not-signed-in", "activation-failed"]);
    expect(JSON.stringify(log)).not.toContain(dead);
  });

  test("holds no password, token, phone or email of those who sign in", async () => {
    const log = await logOf(async () => {
      for (const email of [member.email, member.phone])
        for (const password of [member.password, "wrong password 1"])
          await group.api("POST", "/api/user/login", { body: { email, password } });
    });
    const text = JSON.stringify(log);
    expect(text).toContain("sign-in refused");
    for (const secret of [member.password, member.email, member.phone.slice(1), "wrong password 1"])
      expect(text).not.toContain(secret);
  });

  test("leaves out the tokens of mailed links, and control characters", () => {
    const written: string[] = [];
    const log = pino(logOptions({ logLevel: "info" }), {
      write: (line) => void written.push(line),
    });
    log.info(
      { url: "/user/forgot-password/secret-token/?a=1", token: "x", headers: 1 },
      "a\nb\u001b",
    );
    log.info({
      req: { headers: { authorization: "Bearer secret-token", cookie: "a=secret-token" } },
    });
    log.info({ body: { password: "secret-token", token: "secret-token" } });
    expect(written.join("")).not.toContain("secret-token");
    expect(written[0]).toContain(String.raw`a\nb\u001b`);
  });
});
