// The results of the benchmark: of each part in bench/results/<part>.json, and of all parts as tables in
// bench/README.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { root, withDatabase } from "./database.ts";

export type Figure = {
  what: string;
  /** By the name of the value, such as `p50` or `median`; empty if it could not be measured. */
  values: Record<string, number>;
  unit: "ms" | "s" | "/s" | "MiB" | "KiB" | "bytes" | "times" | "points" | "";
  /** The target, in words. */
  requested?: string;
  /** Anything else the reader must know, above all why there is no value. */
  note?: string;
  /** In a part that measures several sizes, the size of this figure. Another run may add other sizes. */
  size?: number;
};

export function figure(
  what: string,
  unit: Figure["unit"],
  values: Record<string, number>,
  more: { requested?: string; note?: string } = {},
): Figure {
  return { what, values, unit, ...more };
}

/**
 * A figure that could not be measured: something it needs is `missing`, or it `failed`. The reason is printed, not
 * published.
 */
export function notMeasured(what: string, outcome: "missing" | "failed"): Figure {
  return { what, values: {}, unit: "", note: outcome };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that is at least as large as this part of the values; 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

type Result = {
  part: string;
  at: string;
  requested: Record<string, unknown>;
  machine: Machine;
  figures: Figure[];
};

const folder = join(root, "bench/results");
const readme = join(root, "bench/README.md");
const [BEGIN, END] = ["<!-- table: begin -->", "<!-- table: end -->"];
const order = [
  "posting",
  "notices",
  "reports",
  "statements",
  "waiting",
  "members",
  "lending",
  "answers",
  "start",
  "web",
  "servers",
];

/**
 * Stores a part's result. Sizes that an earlier run measured and this one did not stay, with a note of their commit.
 */
export function keepResult(measured: Result): Result {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${measured.part}.json`);
  const figures = [...measured.figures, ...otherSizes(file, measured)];
  const result = {
    ...measured,
    figures: figures.toSorted((one, other) => (one.size ?? 0) - (other.size ?? 0)),
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return result;
}

function otherSizes(file: string, measured: Result): Figure[] {
  if (!existsSync(file)) return [];
  const before = JSON.parse(readFileSync(file, "utf8")) as Result;
  const { processor, processors, commit } = before.machine;
  const isSameMachine =
    processor === measured.machine.processor && processors === measured.machine.processors;
  if (!isSameMachine) return [];
  const sizes = new Set(measured.figures.map(({ size }) => size));
  const note = commit === measured.machine.commit ? null : `of commit ${commit}`;
  return before.figures
    .filter(({ size }) => size !== undefined && !sizes.has(size))
    .map((each) => (note === null || each.note ? each : { ...each, note }));
}

/** Writes all results of bench/results between the two marks of bench/README.md. */
export function reportResults(): void {
  mkdirSync(folder, { recursive: true });
  const results = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Result)
    .toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
  const text = readFileSync(readme, "utf8");
  const [before, after] = [text.split(BEGIN)[0], text.split(END)[1]];
  if (before === undefined || after === undefined)
    throw new Error(`bench/README.md has no ${BEGIN} and ${END}`);
  const sections = results.map(renderResult).join("\n\n");
  writeFileSync(readme, `${before}${BEGIN}\n\n${sections}\n\n${END}${after}`);
}

/** A heading, the machine, and a table. */
export function renderResult({ part, at, machine, figures }: Result): string {
  const { processor, processors, memoryGiB, system, node, postgresql, commit } = machine;
  return [
    `### ${part}`,
    "",
    `${at.slice(0, 10)}, commit ${commit}, on ${processors} processors (${processor}), ${memoryGiB} GiB, ${system}, Node ${node}, PostgreSQL ${postgresql}.`,
    "",
    "| What | Measured | Asked for |",
    "| --- | --- | --- |",
    ...figures.map(
      (each) => `| ${[each.what, measured(each), each.requested ?? ""].join(" | ")} |`,
    ),
  ].join("\n");
}

function measured({ values, unit, note }: Figure): string {
  const list = Object.entries(values).map(([name, value]) => `${name} ${round(value)}`);
  return [[list.join(", "), unit].join(" ").trim(), note].filter(Boolean).join("; ");
}

/** Rounds to three digits, because the figures are no more exact; counts stay whole. */
function round(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toPrecision(3);
}

// The machine on which the figures were measured.

type Machine = {
  processor: string;
  processors: number;
  memoryGiB: number;
  system: string;
  node: string;
  postgresql: string;
  commit: string;
};

export async function describeMachine(): Promise<Machine> {
  const postgresql = await withDatabase(null, async ({ client }) => {
    const { rows } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    );
    return rows[0]?.version ?? "unknown";
  });
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    processors: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.versions.node,
    postgresql,
    commit: readCommit(),
  };
}

function readCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

/** Whether the system has a program that some figures need. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
