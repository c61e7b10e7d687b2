// Random operations against the server, beside a simple reference model of the group. Every answer must equal the
// model's. MODEL_SEED runs a single seed, MODEL_STEPS sets how many operations each seed makes.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { LONG_MS } from "#tests/support/patience.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { may } from "./people.ts";
import { live, switchedOff, type Tally } from "./random-operations.ts";
import { openWorld, type World } from "./world.ts";

const seeds = process.env.MODEL_SEED ? [Number(process.env.MODEL_SEED)] : [1, 2, 3];
const steps = Number(process.env.MODEL_STEPS ?? 700);
const SHOWN = 20;

test.each(seeds)(
  "a group behaves as its reference model, seed %d",
  { timeout: LONG_MS },
  async (seed) => {
    const yearStart = seed % 2 === 0 ? "07-01" : "01-01";
    const group = await startGroup({ startsAt: "2026-03-16T09:00:00+03:00" });
    const world = openWorld(group, { seed, yearStart });
    try {
      const tally = await live(world, steps);
      expect((await verifyBooks(group.db)).breaches).toEqual([]);
      const missing = await checkExport(world);
      report(world, { seed, tally, missing });
    } catch (error) {
      throw new Error(failure(world, { seed, error }), { cause: error });
    } finally {
      await group.close();
    }
  },
);

type Ending = { seed: number; tally: Tally; missing: string[] };

function report({ model, counts }: World, { seed, tally, missing }: Ending): void {
  const lines = [
    `seed ${seed}: ${counts.calls} calls, ${counts.refused} refused, ${counts.repeated} repeated`,
    `${model.people.length} people, ${model.loans.length} loans, ${model.entries.length} entries`,
    ...missing.map((program) => `the export was not checked by ${program}, which is not installed`),
    ...Object.entries(switchedOff).map(([name, reason]) => `${name} is switched off: ${reason}`),
    [...tally].map(([name, { accepted, refused }]) => `${name} ${accepted}+${refused}`).join(", "),
  ];
  console.log(lines.join("\n"));
}

function failure({ history }: World, { seed, error }: { seed: number; error: unknown }): string {
  const stepAt = history.flatMap((line, index) => (line.startsWith("step ") ? [index] : []));
  const step = history[stepAt.at(-1) ?? -1] ?? "the founding";
  return [
    `seed ${seed}, ${step}: ${error instanceof Error ? error.message : String(error)}`,
    `again with MODEL_SEED=${seed} MODEL_STEPS=${steps}; the last ${SHOWN}:`,
    ...history.slice(stepAt.at(-SHOWN) ?? 0).map((line) => `  ${line.slice(0, 400)}`),
  ].join("\n");
}

// Checks the exported journal with the two programs that read it.

const run = promisify(execFile);
const checks = [
  {
    format: "hledger",
    program: "hledger",
    args: (file: string) => ["-f", file, "check", "--strict", "ordereddates"],
  },
  { format: "beancount", program: "bean-check", args: (file: string) => [file] },
];

/** Throws what a program objects to; returns the programs that are not installed. */
export async function checkExport(world: World): Promise<string[]> {
  const missing: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "akiba-model-"));
  try {
    for (const { format, program, args } of checks) {
      if (!(await isInstalled(program))) missing.push(program);
      else {
        const file = join(folder, `books.${format}`);
        await writeFile(file, await exported(world, format));
        await run(program, args(file), { env: { ...process.env, LC_ALL: "C.UTF-8" } });
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return missing;
}

async function exported({ call, model }: World, format: string): Promise<string> {
  const person = model.people.find((each) => may(each, "be an official"))!;
  const answer = await call({
    by: { person, signedIn: true },
    method: "GET",
    path: `/api/accounting/export/?format=${format}`,
    expected: { status: 200, check: () => {} },
    exact: true,
  });
  return answer.body;
}

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );
