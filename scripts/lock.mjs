// One process at a time installs and builds; the others wait for it.
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { failure, root } from "./process.mjs";

const file = join(root, "dist/.lock");
const beatMs = 2_000;
const deadAfterMs = 20_000;

/**
 * Does the work while no other process does any. Replaces a holder that died, or that gave no sign of life for
 * `deadAfterMs`.
 * @param {string} what printed by the processes that wait
 * @param {() => Promise<void>} work
 */
export async function withLock(what, work) {
  openFolder();
  for (let isReported = false; !take(); isReported = true) {
    if (!isReported) console.log(`Waiting for another process to ${what}…`);
    removeDead();
    await sleep(100);
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), beatMs);
  process.once("exit", release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off("exit", release);
    release();
  }
}

function openFolder() {
  try {
    mkdirSync(dirname(file), { recursive: true });
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw failure(
      `Akiba has to be built, but ${dirname(file)} cannot be written: ${error.message}`,
    );
  }
}

/** Leaves the lock alone if another process replaced this one while the machine slept. */
function release() {
  if (read()?.pid === process.pid) rmSync(file, { force: true });
}

/** Creates the lock with the process id in it, in one step; returns false if it exists. */
function take() {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid}\n`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(draft);
  }
}

function removeDead() {
  const holder = read();
  if (!holder || !isDead(holder)) return;
  const aside = `${file}.dead-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  // Another waiting process may have done the same and taken the lock in between: then give it back.
  if (Number(readFileSync(aside, "utf8")) !== holder.pid) linkSync(aside, file);
  rmSync(aside);
}

function read() {
  try {
    return { pid: Number(readFileSync(file, "utf8")), beatAt: statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** @param {{ pid: number, beatAt: number }} holder */
function isDead({ pid, beatAt }) {
  if (Date.now() - beatAt > deadAfterMs) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
