// `npm test`: installs what is missing, checks, builds, and runs every test. The last line says "N passed, N failed";
// the build and each check count as one test. What failed stands together above it, the earliest first.
// `npm test -- word`: runs the tests whose path contains the word, without the checks, and builds only for a journey.
// `npm run test:watch [-- word]`: runs the tests of rules, web and server again on each change.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, freemem, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { failure, refuseUnknownToVitest, root, run, runPackage } from "./process.mjs";
import { filesToLookAtAgain } from "./second-look.mjs";

/** Of the random values of properties: the same in every run, so that a run says the same of the same commit. */
const USUAL_SEED = "20261128";

/** As many last lines of a check or the build stand among what failed. */
const LINES_SHOWN = 20;

const total = { passed: 0, failed: 0, skipped: 0 };
/** What failed, in words. @type {string[]} */
const faults = [];
/** The files that failed, and did not when they ran alone. @type {string[]} */
const unsteady = [];
const chosen = process.argv.slice(2);
refuseUnknownToVitest(chosen.filter((each, index) => index > 0 || each !== "--watch"));

if (chosen[0] === "--watch") {
  await ensureInstalled();
  const args = ["watch", "--project=!e2e*", ...chosen.slice(1)];
  const { code } = await runPackage("vitest/vitest.mjs", args, { show: true });
  process.exit(code);
}
try {
  await test();
} catch (error) {
  countFault("the run", error.isForOperator ? error.message : error.stack);
}
if (faults.length > 0) console.log(`\nWhat failed, the earliest first:\n${faults.join("\n")}`);
if (unsteady.length > 0) console.log(`${unsteady.length} unsteady: ${unsteady.join("; ")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function test() {
  // An environment made for production would leave out what the tests need.
  delete process.env.NODE_ENV;
  process.env.PROPERTY_SEED ??= USUAL_SEED;
  console.log(describeMachine());
  const installed = ensureInstalled();
  // Debian's packages arrive while npm's do, and while the checks run.
  const programs = needsBrowser() ? findPrograms(installed) : null;
  // The result is the last line, so nothing may be printed after a failure.
  await installed.catch(async (error) => {
    await programs;
    throw error;
  });
  if (chosen.length === 0) {
    const { check } = await import("./check.mjs");
    const checked = await check();
    total.passed += checked.passed;
    for (const { what, output } of checked.faults) countFault(what, output);
  }
  if (programs === null) return runTests(["--project=!e2e*"]);
  const isBuildGood = await attempt("build", ensureBuilt);
  if (isBuildGood) total.passed += 1;
  if (isBuildGood && chosen.length === 0 && (await attempt("web sizes", checkSizes)))
    total.passed += 1;
  const { hasChromium } = await programs;
  // A journey through an old build, or without a browser, would prove nothing.
  const canJourney = isBuildGood && hasChromium;
  await runTests(canJourney ? [] : ["--project=!e2e*"]);
}

/** What may explain one day why a run was slow or red. */
function describeMachine() {
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Africa/Nairobi",
    dateStyle: "full",
    timeStyle: "short",
  }).format(new Date());
  const gigabytes = (freemem() / 1024 ** 3).toFixed(1);
  return [
    `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, ${gigabytes} GB free`,
    `${day} in Nairobi`,
    `PROPERTY_SEED=${process.env.PROPERTY_SEED}`,
  ].join(" · ");
}

/**
 * What the tests need of the system: each program is found or installed, or counts as a failed test. Some are found by
 * a package, which is there when `installed` resolves.
 * @param {Promise<void>} installed
 */
async function findPrograms(installed) {
  const { ensureChromium, ensurePoppler, findLightChromium, findPgbouncer } =
    await import("./programs.mjs");
  const hasChromium = await attempt("Chromium", async () => {
    // A browser that CHROMIUM_PATH names is used for every journey.
    const light = process.env.CHROMIUM_PATH ? null : await findLightChromium();
    await installed;
    process.env.CHROMIUM_PATH = await ensureChromium();
    process.env.CHROMIUM_LIGHT_PATH = light ?? process.env.CHROMIUM_PATH;
    console.log(`Chromium: ${process.env.CHROMIUM_PATH}, ${process.env.CHROMIUM_LIGHT_PATH}`);
  });
  await attempt("Poppler", ensurePoppler);
  await attempt("PgBouncer", async () => {
    if (!(await findPgbouncer()))
      console.log(
        "PgBouncer was not found: the tests of a real one are skipped (apt install pgbouncer).",
      );
  });
  return { hasChromium };
}

/** Whether the choice includes a journey. All other tests run on the sources, without a build. */
function needsBrowser() {
  const words = chosen.filter((each) => !each.startsWith("-"));
  const journeys = readdirSync(join(root, "e2e")).map((name) => `e2e/${name}`);
  return words.length === 0 || journeys.some((path) => words.some((word) => path.includes(word)));
}

/**
 * A failure counts as a failed test, and the rest of the run goes on.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
async function attempt(name, work) {
  try {
    await work();
    return true;
  } catch (error) {
    const text = error.isForOperator ? error.message : error.stack;
    console.error(`FAILED ${name}: ${text}`);
    countFault(name, text);
    return false;
  }
}

async function checkSizes() {
  const { code, output } = await run(process.execPath, [join(root, "scripts/check-size.mjs")]);
  console.log(output.trimEnd());
  if (code !== 0) throw failure("A part of the web application is over its byte budget.");
}

/**
 * Runs the tests. A few files in which something only waited too long run once more, alone and aloud: on a busy machine
 * that says whether the machine was the fault.
 * @param {string[]} projects
 */
async function runTests(projects) {
  let { files, failures } = await runVitest([...projects, ...chosen]);
  const again = chosen.length === 0 ? filesToLookAtAgain(failures) : [];
  for (const file of again) {
    const earlier = failures.filter((each) => each.file === file);
    console.log(
      `\nA second look at ${file}, alone. In the first:\n${earlier.map(show).join("\n")}`,
    );
    const second = await runVitest([file]);
    console.log(`In the second look ${second.failures.length} failed.`);
    files = { ...files, ...second.files };
    failures = [...failures.filter((each) => each.file !== file), ...second.failures];
    if (second.failures.length === 0)
      unsteady.push(`${file} (${earlier[0]?.message.split("\n")[0]})`);
  }
  for (const { passed, skipped } of Object.values(files)) {
    total.passed += passed;
    total.skipped += skipped;
  }
  total.failed += failures.length;
  faults.push(...failures.toSorted((one, other) => one.at - other.at).map(show));
}

/** @typedef {import("../tests/support/failure-reporter.ts").Failure} Failure */

/** @param {Failure} failure */
function show({ file, line, test, message }) {
  const where = line === null ? file : `${file}:${line}`;
  return `- ${where} "${test}": ${message.split("\n").slice(0, 6).join("\n    ")}`;
}

/**
 * Each failed test, each hook and file that failed as a whole, and each error outside of every test counts as one.
 * @param {string[]} args
 */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), "akiba-test-"));
  const file = join(folder, "report.json");
  process.env.REPORT_FILE = file;
  const own = `--reporter=${join(root, "tests/support/failure-reporter.ts")}`;
  try {
    const { code } = await runPackage(
      "vitest/vitest.mjs",
      ["run", "--reporter=default", own, ...args],
      { show: true },
    );
    /** @type {import("../tests/support/failure-reporter.ts").Report} */
    const { files, failures } = existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : { files: {}, failures: [] };
    if (code !== 0 && failures.length === 0)
      failures.push({
        file: "the test runner",
        test: "no test",
        line: null,
        message: `It ended with ${code}.`,
        at: Date.now(),
      });
    return { files, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Counts one failed test, and keeps the last lines of what it said.
 * @param {string} what
 * @param {string} text
 */
function countFault(what, text) {
  total.failed += 1;
  const lines = text.trimEnd().split("\n").slice(-LINES_SHOWN);
  faults.push(`- ${what}:\n${lines.map((line) => `    ${line}`).join("\n")}`);
}
