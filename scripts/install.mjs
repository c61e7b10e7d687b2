// Installs the packages of package-lock.json if they are missing.
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { failure, npmCommand, root, run } from "./process.mjs";

const stampFile = join(root, "node_modules/.akiba-lock");

/**
 * "complete"; "without-dev": enough to run what is built, but not to build; "stale": something that is needed is
 * missing or has another version. This also holds for packages that somebody installed by hand.
 * @returns {"complete" | "without-dev" | "stale"}
 */
export function installedState() {
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  if (readIfThere(stampFile) === stampOf(lockText)) return "complete";

  // What npm itself wrote after its last complete installation.
  const installedText = readIfThere(join(root, "node_modules/.package-lock.json"));
  if (installedText === null) return "stale";
  const state = compare(JSON.parse(lockText).packages, JSON.parse(installedText).packages);
  if (state === "complete") writeStamp(lockText);
  return state;
}

/** Includes what building and testing need. Of several processes at once, one installs and the others wait. */
export async function ensureInstalled() {
  await withLock("install and build", async () => {
    if (installedState() !== "complete") await install();
  });
}

export async function install() {
  console.log("Installing packages (npm ci)…");
  const [npm, first] = npmCommand();
  const flags = ["--no-audit", "--no-fund", "--include=dev", "--loglevel=error"];
  const { code } = await run(npm, [...first, "ci", ...flags], {
    show: true,
    env: { ...process.env, npm_config_cache: usableCache() },
  });
  if (code !== 0) throw failure("The packages could not be installed; npm says why above.");
  writeStamp(readFileSync(join(root, "package-lock.json"), "utf8"));
}

/**
 * @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>} Packages
 * @param {Packages} wanted
 * @param {Packages} installed
 */
function compare(wanted, installed) {
  let isWithoutDev = false;
  for (const [path, { version, dev, optional, devOptional }] of Object.entries(wanted)) {
    if (path === "" || installed[path]?.version === version) continue;
    if (installed[path]) return "stale";
    // npm leaves out packages that are for another system.
    if (optional || devOptional) continue;
    if (!dev) return "stale";
    isWithoutDev = true;
  }
  return isWithoutDev ? "without-dev" : "complete";
}

/** @param {string} lockText */
function stampOf(lockText) {
  const hash = createHash("sha256").update(lockText).digest("hex");
  return `${process.platform}-${process.arch} ${hash}\n`;
}

/** @param {string} lockText */
function writeStamp(lockText) {
  try {
    writeFileSync(stampFile, stampOf(lockText));
  } catch (error) {
    // Somebody else installed the packages, and this account may only read them: the next start compares again.
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}

/** npm's cache, or a temporary folder if the home folder is not writable. */
function usableCache() {
  const cache = process.env.npm_config_cache || join(homedir(), ".npm");
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return cache;
  } catch {
    return join(tmpdir(), `akiba-npm-${userInfo().uid}`);
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}
