// Programs of the system that tests, pictures and the benchmark run: each is found, or installed.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { failure, run, runPackage } from "./process.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, or the first of the system's, an earlier download of Playwright,
 * Debian's package (installed as root), or a new download of Playwright.
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
  // Only root may install the system libraries that Chromium needs.
  const flags = process.getuid?.() === 0 ? ["--with-deps"] : [];
  const { code, output } = await runPackage("playwright-core/cli.js", [
    "install",
    ...flags,
    "chromium",
  ]);
  if (code !== 0) console.log(output.trimEnd());
  return findPlaywrights();
}

/**
 * The path of Debian's Chromium without windows, installed first if it is missing (as root); null where there is none. It
 * is the same engine, and a journey takes a quarter less of a processor.
 */
export async function findLightChromium() {
  const name = "chromium-headless-shell";
  const path = `/usr/bin/${name}`;
  if (!isExecutable(path)) await installDebianPackages("Chromium without windows", [name]);
  return isExecutable(path) && (await starts(path)) ? path : null;
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

/**
 * Finds Poppler, or installs Debian's package (as root). With it, the tests read printed reports as text and as
 * pictures.
 */
export async function ensurePoppler() {
  if (await hasPoppler()) return;
  await installDebianPackages("Poppler", ["poppler-utils"]);
  if (!(await hasPoppler()))
    throw failure("pdftotext and pdftoppm were not found. Install Poppler (poppler-utils).");
}

async function hasPoppler() {
  const found = ["pdftotext", "pdftoppm"].map((name) =>
    run(name, ["-v"]).catch(() => ({ code: 1 })),
  );
  return (await Promise.all(found)).every(({ code }) => code === 0);
}

/**
 * Finds PgBouncer, or installs Debian's package (as root). Some tests run a server through it, as an operator may; they
 * are skipped if this returns false.
 */
export async function findPgbouncer() {
  if (await hasPgbouncer()) return true;
  await installDebianPackages("PgBouncer", ["pgbouncer"]);
  return hasPgbouncer();
}

async function hasPgbouncer() {
  const { code } = await run("pgbouncer", ["--version"]).catch(() => ({ code: 1 }));
  return code === 0;
}

/**
 * Finds libfaketime, or installs Debian's package (as root): what LD_PRELOAD names to move a program's clock.
 * @returns {Promise<string>}
 */
export async function ensureFaketime() {
  if ((await findFaketime()) === null) await installDebianPackages("faketime", ["faketime"]);
  const library = await findFaketime();
  if (library === null) throw failure("faketime was not found. Install it (faketime).");
  return library;
}

async function findFaketime() {
  const { output } = await run("faketime", ["-f", "+1d", "env"]).catch(() => ({ output: "" }));
  return /^LD_PRELOAD=(.+)$/m.exec(output)?.[1] ?? null;
}

/** Whether apt-get has read its lists of packages, which is enough once for all installations. */
let isUpdated = false;

/**
 * Does nothing on another system, or without root.
 * @param {string} what
 * @param {string[]} packages
 */
async function installDebianPackages(what, packages) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`Installing ${what} (apt-get)…`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Another program may be installing too, and a mirror may not answer at first.
  const patient = ["-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=5"];
  const install = [...patient, "install", "-y", "--no-install-recommends", ...packages];
  for (const args of isUpdated ? [install] : [[...patient, "update"], install]) {
    const { code, output } = await run("apt-get", args, { env });
    if (code !== 0) console.log(output.trimEnd());
  }
  isUpdated = true;
}
