// Finds a Chromium for the browser journeys, or gets one.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";
import { failure, run, runPackage } from "./process.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, the system's, Debian's package (as root), or
 * Playwright's own download.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (await starts(named)) return named;
    throw failure(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  for (const find of [findOnSystem, findPlaywrights, installDebians, installPlaywrights]) {
    const path = await find();
    if (path && (await starts(path))) return path;
  }
  throw failure("No Chromium was found or could be installed. Set CHROMIUM_PATH to one.");
}

async function findOnSystem() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

async function findPlaywrights() {
  const { chromium } = await import("playwright-core");
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

async function installDebians() {
  await installDebianPackages("Chromium", ["chromium", "fonts-liberation"]);
  return findOnSystem();
}

async function installPlaywrights() {
  console.log("Downloading Chromium (Playwright)…");
  // Only root may install the libraries that Chromium needs of the system.
  const flags = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const { code, output } = await runPackage("playwright-core/cli.js", [
    "install",
    ...flags,
    "chromium",
  ]);
  if (code !== 0) console.log(output.trimEnd());
  return findPlaywrights();
}

/** @param {string} path */
async function starts(path) {
  const version = run(path, ["--version"]).catch(() => ({ code: 1 }));
  return (await version).code === 0;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
