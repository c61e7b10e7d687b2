import { afterAll, beforeAll, expect, test } from "vitest";
import { pause } from "./random.ts";
import { signalAll, startServers, type Servers } from "./servers.ts";
import { openStage } from "./stage.ts";

let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("PostgreSQL that stands still, or stops and comes back, loses nothing", async () => {
  const stage = await openStage(servers, { rounds: 4 });
  for (let round = 0; round < 2; round++) {
    await stage.round(`STILL${round}`, async () => {
      await pause(700);
      const pids = await servers.postgresPids();
      signalAll(pids, "SIGSTOP");
      await pause(4_000 + stage.random.below(2_000));
      signalAll(pids, "SIGCONT");
      await pause(500);
    });
    await stage.round(`STOP${round}`, async () => {
      await pause(700);
      // PostgreSQL's fast shutdown, as an operator would ask for it.
      signalAll((await servers.postgresPids()).slice(0, 1), "SIGINT");
      await pause(2_000);
    });
  }
  stage.finish("database stands still; database stops and comes back", 4);
  expect(stage.client.traffic.acknowledged).toBeGreaterThan(0);
});
