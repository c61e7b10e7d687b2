import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openEmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { startServers } from "./servers.ts";
import { openHarness } from "./harness.ts";

/** A connection to a PostgreSQL elsewhere that can be cut, or go silent. */
async function openLine(socketPath: string) {
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(socketPath);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
    join: () => void (isCut = false),
    silence() {
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    speak() {
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close() {
      this.cut();
      server.close();
    },
  };
}

test("two servers whose connection to an external PostgreSQL is cut or goes silent lose nothing", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-cut-"));
  await chmod(dataDir, 0o755);
  const postgres = await openEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user, database } = postgres.connection;
  const line = await openLine(`${host}/.s.PGSQL.${port}`);
  try {
    const env = { DATABASE_URL: `postgres://${user}@127.0.0.1:${line.port}/${database}` };
    const servers = await startServers({ count: 2, env, dataDir });
    try {
      const harness = await openHarness(servers, { rounds: 5 });
      for (let round = 0; round < 3; round++) {
        await harness.round(`CUT${round}`, async () => {
          await pause(500 + harness.random.below(500));
          line.cut();
          await pause(2_000);
          line.join();
        });
        await harness.round(`SILENT${round}`, async () => {
          await pause(500 + harness.random.below(500));
          line.silence();
          await pause(2_000 + harness.random.below(2_000));
          if (harness.random.below(2) === 0) line.cut();
          line.join();
          line.speak();
        });
      }
      harness.finish("line of two servers to an external database cut, or silent", 6);
      expect(harness.client.traffic.retried).toBeGreaterThan(0);
    } finally {
      await servers.close();
    }
  } finally {
    line.close();
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
