// Makes sure that the application is installed and built, then runs one of its commands.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { isBuilt } from "./fingerprint.mjs";
import { install, installedState } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { failure, root } from "./process.mjs";

/**
 * @param {string} command "start", or the name of a file of server/commands
 * @param {string[]} args what the command finds in `process.argv.slice(2)`
 */
export async function runCommand(command, args) {
  stopWithParent();
  await prepare();
  const name = command === "start" ? "main" : command;
  const file = join(root, "dist/server", `${name}.js`);
  if (!/^[a-z-]+$/.test(name) || !existsSync(file))
    throw failure(`There is no command ${command}.`);
  process.argv = [process.execPath, file, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(file).href);
}

/**
 * A signal to npm does not always reach what it runs: the shell in between may keep it to itself.
 * Who started this process is gone then, and the process stops as if it had got the signal.
 */
function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watch.unref();
}

/** Installs and builds what is missing or old; of several launches at once one does it. */
async function prepare() {
  if (isReady()) return;
  await withLock("install and build", async () => {
    if (isReady()) return;
    const isFresh = isBuilt();
    const state = installedState();
    if (state === "stale" || (state === "without-dev" && !isFresh)) await install();
    if (!isFresh) await build();
  });
}

/** A built application runs without what it was built with. */
function isReady() {
  return isBuilt() && installedState() !== "stale";
}
