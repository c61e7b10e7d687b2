import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";

// The lock is in the same clone as its script; this test makes its own.
const clone = mkdtempSync(join(tmpdir(), "akiba-lock-"));
for (const name of ["lock.mjs", "process.mjs"])
  cpSync(new URL(name, import.meta.url), join(clone, "scripts", name));
const script = pathToFileURL(join(clone, "scripts/lock.mjs")).href;
const { withLock } = await import(script);
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test("the lock of a process that was killed is taken over at once", async () => {
  const killed = `const { withLock } = await import(${JSON.stringify(script)});
    await withLock("work", () => process.kill(process.pid, "SIGKILL"));`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", killed]);
  expect(signal).toBe("SIGKILL");
  // It gives a sign of life for ever, so that only its process id says that it is dead.
  const later = new Date(Date.now() + 86_400_000);
  utimesSync(join(clone, "dist/.lock"), later, later);
  expect(await takes()).toBe(true);
});

test("a lock from before a power cut is taken over, though its process id is somebody else's by now", async () => {
  mkdirSync(join(clone, "dist"), { recursive: true });
  const file = join(clone, "dist/.lock");
  for (const left of ["", `${process.ppid}\n`]) {
    writeFileSync(file, left);
    utimesSync(file, new Date(0), new Date(0));
    expect(await takes()).toBe(true);
  }
});

test("two who work under it do so one after the other", async () => {
  let within = 0;
  const work = async () => {
    within += 1;
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(within).toBe(1);
    within -= 1;
  };
  await Promise.all([withLock("work", work), withLock("work", work)]);
  expect(within).toBe(0);
});

/** Resolves once the lock was taken, which it never is while its holder counts as alive. */
async function takes() {
  let isTaken = false;
  await withLock("work", async () => {
    isTaken = true;
  });
  return isTaken;
}
