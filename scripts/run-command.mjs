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
 * Stops this process, as the signal would, when its parent has ended. A signal to npm does not always reach the program
 * that npm runs, because the shell in between may not pass it on.
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

/** Installs and builds what is missing or old. Of several launches at once, one does it and the others wait. */
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

/** A built application runs without the packages that only the build needs. */
function isReady() {
  return isBuilt() && installedState() !== "stale";
}
