import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#server/db/connection.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { openLostJobs } from "./worker.ts";

let group: TestGroup;
beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

/** As the queue takes it for the worker pool `taker`, which may not learn of it. */
async function take(id: string, taker: string) {
  const taken = await sql<{ id: string; attempts: number }>`
    UPDATE graphile_worker._private_jobs SET locked_by = ${taker}, locked_at = now(), attempts = attempts + 1
     WHERE id = ${id}::bigint RETURNING id::text AS id, attempts::int AS attempts`.execute(
    group.db,
  );
  return taken.rows[0]!;
}
const add = async () => {
  const added = await sql<{ id: string }>`
    SELECT id::text AS id FROM graphile_worker.add_job('send-mail', '{"mailId":1}')`.execute(
    group.db,
  );
  return added.rows[0]!.id;
};

test("only a job that nobody works on returns to the queue, at the second check, each time it is lost", async () => {
  const pool = openPool(group.serverConnection, 1);
  const { events, ...lostJobs } = openLostJobs();
  const tell = events.emit.bind(events) as (name: string, reported: object) => boolean;
  tell("pool:create", { workerPool: { id: "ours" } });
  const [running, ended, lost, ofAnother] = [await add(), await add(), await add(), await add()];
  const freeAfterLook = async () => {
    await lostJobs.look(pool);
    const free = await sql<{ id: string }>`
      SELECT id::text AS id FROM graphile_worker.jobs WHERE locked_by IS NULL`.execute(group.db);
    return free.rows.map(({ id }) => id);
  };
  tell("job:start", { job: await take(running, "ours") });
  const reported = { job: await take(ended, "ours") };
  tell("job:start", reported);
  tell("job:complete", reported);
  await take(lost, "ours");
  await take(ofAnother, "another");
  expect(await freeAfterLook()).toEqual([]);
  expect(await freeAfterLook()).toEqual([lost]);
  tell("job:start", { job: await take(lost, "ours") });
  for (let looks = 0; looks < 3; looks++) expect(await freeAfterLook()).toEqual([]);
  await take(lost, "ours");
  expect(await freeAfterLook()).toEqual([]);
  expect(await freeAfterLook()).toEqual([lost]);
  await pool.end();
});
