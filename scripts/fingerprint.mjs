// Finds out whether dist/ was built from the present sources. It compares their content, which takes a few milliseconds
// to read, and which copies, checkouts and wrong clocks do not change.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.mjs";

const inputs = [
  "domain",
  "messages",
  "contract",
  "demo",
  "server",
  "web",
  "package.json",
  "package-lock.json",
  "vite.server.config.ts",
  "vite.web.config.ts",
  "vite.web.plugins.ts",
  "scripts/build.mjs",
  "scripts/prerender.mjs",
  "scripts/worker.mjs",
];
const notBuilt = /\.test\.tsx?$|\.tsbuildinfo$|^\./;
const file = join(root, "dist/.fingerprint");

export function isBuilt() {
  return existsSync(file) && readFileSync(file, "utf8") === fingerprint();
}

/** Call this before building: then a half-finished build counts as not built. */
export function forgetBuild() {
  rmSync(file, { force: true });
}

/** @param {string} of the fingerprint taken before the build began */
export function rememberBuild(of) {
  writeFileSync(file, of);
}

/** One hash over the names and contents of everything that dist/ is made of. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const input of inputs) add(hash, input);
  return hash.digest("hex");
}

/**
 * @param {import("node:crypto").Hash} hash
 * @param {string} path
 */
function add(hash, path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return;
    if (error.code !== "ENOTDIR") throw error;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
    return;
  }
  const names = entries.map((entry) => entry.name).filter((name) => !notBuilt.test(name));
  for (const name of names.sort()) add(hash, `${path}/${name}`);
}
