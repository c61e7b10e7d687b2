// `npm run test:faults [-- pattern]`: builds what is missing, injects every fault under load, and prints the findings.
// Exits with 1 when anything was lost or doubled, or when a fault test failed. FAULT_SEED repeats a run; FAULT_ROUNDS
// sets the number of kills.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { refuseUnknownToVitest, root, runPackage } from "./process.mjs";

refuseUnknownToVitest(process.argv.slice(2));
delete process.env.NODE_ENV;
await ensureBuilt();
process.env.FAULT_SEED ??= String(Date.now() % 1_000_000);
console.log(`seed ${process.env.FAULT_SEED}`);
const file = join(root, "tests/faults/results.json");
rmSync(file, { force: true });
const args = ["run", "--mode", "faults", ...process.argv.slice(2)];
const { code } = await runPackage("vitest/vitest.mjs", args, { show: true });
const rows = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
report(rows);
const isSound = rows.every(({ lost, doubled }) => lost + doubled === 0);
process.exitCode = code === 0 && rows.length > 0 && isSound ? 0 : 1;

/** @param {import("../tests/faults/harness.ts").Row[]} rows */
function report(rows) {
  for (const row of rows.filter(({ notRun }) => notRun !== undefined))
    console.log(`NOT RUN: ${row.fault}: could not be run: ${row.notRun}`);
  const run = rows.filter(({ notRun }) => notRun === undefined);
  const columns = ["injected", "acknowledged", "refused", "retried", "checked", "lost", "doubled"];
  console.log(`${"".padEnd(62)}${line(columns)}`);
  for (const row of run) console.log(row.fault.padEnd(62) + line(columns.map((name) => row[name])));
  const sums = columns.map((name) => run.reduce((sum, row) => sum + row[name], 0));
  console.log("in all".padEnd(62) + line(sums));
}

/** @param {(string | number)[]} cells */
function line(cells) {
  return cells.map((cell) => String(cell).padStart(13)).join("");
}
