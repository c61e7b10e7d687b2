// `npm test`: installs what is missing, checks, builds, and runs every test. The last line says "N passed, N failed";
// the build and each check count as one test.
// `npm test -- word`: runs the tests whose path contains the word, without the checks, and builds only for a journey.
// `npm run test:watch [-- word]`: runs the tests of rules, web and server again on each change.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { failure, refuseUnknownToVitest, root, run, runPackage } from "./process.mjs";

/** Of the random values of properties: the same in every run, so that a run says the same of the same commit. */
const USUAL_SEED = "20261128";

const total = { passed: 0, failed: 0, skipped: 0 };
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
  console.error(error.isForOperator ? error.message : error);
  total.failed += 1;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function test() {
  // An environment made for production would leave out what the tests need.
  delete process.env.NODE_ENV;
  process.env.PROPERTY_SEED ??= USUAL_SEED;
  console.log(`Random values: PROPERTY_SEED=${process.env.PROPERTY_SEED}`);
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
    add(await check());
  }
  if (programs === null) return add(await runVitest(["--project=!e2e*"]));
  const isBuildGood = await attempt("build", ensureBuilt);
  if (isBuildGood) total.passed += 1;
  if (isBuildGood && chosen.length === 0 && (await attempt("web sizes", checkSizes)))
    total.passed += 1;
  const { hasChromium } = await programs;
  // A journey through an old build, or without a browser, would prove nothing.
  const canJourney = isBuildGood && hasChromium;
  add(await runVitest(canJourney ? [] : ["--project=!e2e*"]));
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
    console.error(`FAILED ${name}: ${error.isForOperator ? error.message : error.stack}`);
    total.failed += 1;
    return false;
  }
}

async function checkSizes() {
  const { code, output } = await run(process.execPath, [join(root, "scripts/check-size.mjs")]);
  console.log(output.trimEnd());
  if (code !== 0) throw failure("A part of the web application is over its byte budget.");
}

/** @param {string[]} projects */
async function runVitest(projects) {
  const folder = mkdtempSync(join(tmpdir(), "akiba-test-"));
  const file = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  try {
    const args = ["run", ...reporters, ...projects, ...chosen];
    const { code } = await runPackage("vitest/vitest.mjs", args, { show: true });
    return countVitest(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file that could not be run, and an error outside every test, count as one failed test each.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] } | null} report
 * @param {number} code
 */
function countVitest(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const unrun = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const failed = report.numFailedTests + unrun.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {{ passed: number, failed: number, skipped?: number }} more */
function add(more) {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped ?? 0;
}
