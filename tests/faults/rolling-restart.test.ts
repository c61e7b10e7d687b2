import { afterAll, beforeAll, expect, test } from "vitest";
import { pause } from "./random.ts";
import { startServers, type Servers } from "./servers.ts";
import { openStage } from "./stage.ts";

const ROUNDS = 3;
let servers: Servers;

beforeAll(async () => {
  servers = await startServers({ count: 2 });
});
afterAll(() => servers.close());

test("two servers restarted one after the other refuse nobody", async () => {
  const stage = await openStage(servers, { rounds: ROUNDS });
  for (let round = 0; round < ROUNDS; round++)
    await stage.round(`ROLL${round}`, async () => {
      for (const index of [0, 1]) {
        await pause(500 + stage.random.below(700));
        await servers.end(index, "SIGTERM");
        await servers.start(index);
      }
    });
  stage.finish("rolling restart of two servers", ROUNDS * 2);
  // Only a connection that found nobody listening was tried again; no answer put anybody off.
  expect(stage.client.traffic.putOff).toEqual([]);
});
