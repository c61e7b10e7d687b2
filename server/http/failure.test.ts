import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { waitingForLocks } from "#tests/support/waiting-for-locks.ts";
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
  const running = lost.query("SELECT pg_sleep(10)").catch((error: unknown) => error);
  await other.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  // The query that was running when it broke, and the next one on the same connection, such as a ROLLBACK.
  const failures = [await running, await lost.query("ROLLBACK").catch((error: unknown) => error)];
  expect(failures.map((error) => answerFailure(error)?.status)).toEqual([503, 503]);
  lost.release(true);
  other.release();
  await pool.end();
});
