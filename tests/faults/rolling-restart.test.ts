import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServers, type Servers } from "./servers.ts";
import { openHarness } from "./harness.ts";

const ROUNDS = 3;
let servers: Servers;

beforeAll(async () => {
  servers = await startServers({ count: 2 });
});
afterAll(() => servers.close());

test("two servers restarted one after the other refuse nobody", async () => {
  const harness = await openHarness(servers, { rounds: ROUNDS });
  for (let round = 0; round < ROUNDS; round++)
    await harness.round(`ROLL${round}`, async () => {
      for (const index of [0, 1]) {
        await pause(500 + harness.random.below(700));
        await servers.end(index, "SIGTERM");
        await servers.start(index);
      }
    });
  harness.finish("rolling restart of two servers", ROUNDS * 2);
  // Only connections that found nobody listening were retried; no answer said to try again.
  expect(harness.client.traffic.putOff).toEqual([]);
});
