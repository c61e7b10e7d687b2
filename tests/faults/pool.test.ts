import { setTimeout as pause } from "node:timers/promises";
import { Client as Connection } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { startServers, type Servers } from "./servers.ts";
import { openHarness } from "./harness.ts";

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("a pool that is exhausted puts off, and loses nothing", async () => {
  const harness = await openHarness(servers, { rounds: 3 });
  for (let round = 0; round < 3; round++)
    await harness.round(`POOL${round}`, async () => {
      await pause(500);
      const holding = holdTable(4_500);
      // Ten connections, and many more clients.
      const crowd = Array.from({ length: 60 }, () =>
        harness.read("/api/finances/monthly-contribution/"),
      );
      await holding;
      const answers = await Promise.all(crowd);
      expect(answers.every((status) => status === 200 || status === 503)).toBe(true);
    });
  harness.finish("connection pool exhausted", 3);
  expect(harness.client.traffic.putOff.length).toBeGreaterThan(0);
});

/** Every connection of the server's pool then waits for this table. */
async function holdTable(ms: number): Promise<void> {
  const postgres = await openEmbeddedPostgres({ dataDir: servers.dataDir, log: () => undefined });
  const connection = new Connection(postgres.connection);
  await connection.connect();
  await connection.query("BEGIN; LOCK TABLE payments IN ACCESS EXCLUSIVE MODE");
  await pause(ms);
  await connection.query("ROLLBACK");
  await connection.end();
  await postgres.close();
}
