import { afterAll, beforeAll, expect, test } from "vitest";
import { pause } from "./random.ts";
import { signalAll, startServers, type Servers } from "./servers.ts";
import { openStage } from "./stage.ts";

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 20);
let servers: Servers;

beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

test("killed at any moment, server and PostgreSQL lose and double nothing", async () => {
  const stage = await openStage(servers, { rounds: ROUNDS });
  for (let round = 0; round < ROUNDS; round++)
    await stage.round(`KILL${round}`, async () => {
      await pause(300 + stage.random.below(1_500));
      const victim = stage.random.pick(["server", "PostgreSQL", "both"]);
      if (victim !== "server") signalAll(await servers.postgresPids(), "SIGKILL");
      if (victim === "PostgreSQL") return pause(500);
      await servers.end(0, "SIGKILL");
      await pause(stage.random.below(500));
      await servers.start(0);
    });
  stage.finish("kill -9 of server, PostgreSQL or both", ROUNDS);
  expect(stage.client.traffic.acknowledged).toBeGreaterThan(ROUNDS);
});
