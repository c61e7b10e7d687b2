// `npm run test:days [-- DAY…] [word…]`: the server's tests and the journeys on the demo group as if on other days in
// Nairobi: the days on which months, years and the demo's story change. Node, the browser and PostgreSQL get the same
// moved clock (libfaketime).
//
// DAY is YYYY-MM-DD, or YYYY-MM-DDTHH:MM; a word chooses the tests whose path contains it.
import { ensureBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { readTracked, refuseUnknownToVitest, root, runPackage } from "./process.mjs";
import { ensureChromium, ensureFaketime, ensurePoppler, findLightChromium } from "./programs.mjs";

const NAIROBI = "+03:00";
const DAY = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/;

const args = process.argv.slice(2);
const words = args.filter((each) => !DAY.test(each));
refuseUnknownToVitest(words);
const named = args.filter((each) => DAY.test(each));
const days = named.length > 0 ? named : daysToTry(new Date());

delete process.env.NODE_ENV;
process.chdir(root);
await ensureInstalled();
process.env.CHROMIUM_PATH = await ensureChromium();
process.env.CHROMIUM_LIGHT_PATH = (await findLightChromium()) ?? process.env.CHROMIUM_PATH;
await ensurePoppler();
const library = await ensureFaketime();
await ensureBuilt();

const files = readTracked(/^(?:server|tests|demo)\/.*\.test\.ts$|^e2e\/.*\.spec\.ts$/)
  .filter(({ path, text }) => !path.startsWith("e2e/") || text.includes('"demo"'))
  .map(({ path }) => path)
  .filter((path) => !path.startsWith("tests/faults/"))
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
const red = [];
for (const day of days) {
  console.log(`\nAs if on ${day} in Nairobi: ${files.length} files`);
  if (!(await passesOn(day))) red.push(day);
}
console.log(
  `${days.length - red.length} passed, ${red.length} failed${red.length > 0 ? `: ${red.join(", ")}` : ""}`,
);
process.exitCode = red.length === 0 ? 0 : 1;

/** @param {string} day */
async function passesOn(day) {
  const moment = new Date(`${day.includes("T") ? day : `${day}T09:00`}:00${NAIROBI}`);
  const seconds = Math.round((moment.getTime() - Date.now()) / 1000);
  // An offset, so that every process has the same clock, and it runs on.
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const own = `--reporter=${root}/tests/support/failure-reporter.ts`;
  const { code } = await runPackage("vitest/vitest.mjs", ["run", "--reporter=dot", own, ...files], {
    show: true,
    env,
  });
  return code === 0;
}

/**
 * The days to try, all of them to come.
 * @param {Date} now
 * @returns {string[]}
 */
function daysToTry(now) {
  const year = now.getUTCFullYear();
  // The next whole month that has 31 days.
  let month = now.getUTCMonth() + 1;
  while (new Date(Date.UTC(year, month + 1, 0)).getUTCDate() !== 31) month += 1;
  const inMonth = [1, 3, 10, 17, 28, 29, 30, 31].map((day) =>
    new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10),
  );
  let leapYear = year + 1;
  while (leapYear % 4 !== 0) leapYear += 1;
  return [...inMonth, `${leapYear}-02-29`, `${year}-12-31T23:50`, `${year + 1}-01-01T00:10`];
}
