import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signalAll, startServers, type Servers } from "./servers.ts";
import { openHarness } from "./harness.ts";

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("PostgreSQL that freezes, or stops and comes back, loses nothing", async () => {
  const harness = await openHarness(servers, { rounds: 4 });
  for (let round = 0; round < 2; round++) {
    await harness.round(`STILL${round}`, async () => {
      await pause(700);
      const pids = await servers.postgresPids();
      signalAll(pids, "SIGSTOP");
      await pause(4_000 + harness.random.below(2_000));
      signalAll(pids, "SIGCONT");
      await pause(500);
    });
    await harness.round(`STOP${round}`, async () => {
      await pause(700);
      // PostgreSQL's fast shutdown, as an operator would request it.
      signalAll((await servers.postgresPids()).slice(0, 1), "SIGINT");
      await pause(2_000);
    });
  }
  harness.finish("database stands still; database stops and comes back", 4);
  expect(harness.client.traffic.acknowledged).toBeGreaterThan(0);
});
