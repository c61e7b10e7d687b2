import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signalAll, startServers, type Servers } from "./servers.ts";
import { openHarness } from "./harness.ts";

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 20);
let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("killed at any moment, server and PostgreSQL lose and double nothing", async () => {
  const harness = await openHarness(servers, { rounds: ROUNDS });
  for (let round = 0; round < ROUNDS; round++)
    await harness.round(`KILL${round}`, async () => {
      await pause(300 + harness.random.below(1_500));
      const victim = harness.random.pick(["server", "PostgreSQL", "both"]);
      if (victim !== "server") signalAll(await servers.postgresPids(), "SIGKILL");
      if (victim === "PostgreSQL") return pause(500);
      await servers.end(0, "SIGKILL");
      await pause(harness.random.below(500));
      await servers.start(0);
    });
  harness.finish("kill -9 of server, PostgreSQL or both", ROUNDS);
  expect(harness.client.traffic.acknowledged).toBeGreaterThan(ROUNDS);
});
