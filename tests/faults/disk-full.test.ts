import { execFile } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { seed } from "./load.ts";
import { addRow, openHarness } from "./harness.ts";
import { startServers } from "./servers.ts";

const run = promisify(execFile);
const ROUNDS = 3;

test("a full disk refuses what it cannot keep, and nothing is lost once there is room", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "akiba-full-"));
  const mounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=320m,mode=755",
    "tmpfs",
    folder,
  ]).then(
    () => null,
    (error: Error) => error.message.trim(),
  );
  if (mounted !== null) {
    await rm(folder, { recursive: true });
    const none = {
      injected: 0,
      acknowledged: 0,
      refused: 0,
      retried: 0,
      checked: 0,
      lost: 0,
      doubled: 0,
    };
    addRow({ fault: "disk full", seed, ...none, notRun: mounted });
    return context.skip(`could not be run: ${mounted}`);
  }
  const filler = join(folder, "filler");
  try {
    const servers = await startServers({ dataDir: folder });
    try {
      const harness = await openHarness(servers, { rounds: ROUNDS });
      for (let round = 0; round < ROUNDS; round++)
        await harness.round(`FULL${round}`, async () => {
          await pause(500);
          await fill(folder, filler, harness.random.below(8));
          await pause(4_000);
          await rm(filler, { force: true });
        });
      harness.finish("disk full", ROUNDS);
      expect(harness.client.traffic.putOff.length).toBeGreaterThan(0);
    } finally {
      await rm(filler, { force: true });
      await servers.close();
    }
  } finally {
    await run("umount", ["-l", folder]);
    await rm(folder, { recursive: true, force: true });
  }
});

/** Leaves this many blocks of 8 KiB, which the load then fills. */
async function fill(folder: string, file: string, blocks: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const left = Math.max(0, bavail * bsize - blocks * 8_192);
  await writeFile(file, Buffer.alloc(left)).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  });
}
