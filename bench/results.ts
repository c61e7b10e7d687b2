// The figures of each part in bench/results/<part>.json, and all of them as a table in bench/README.md.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./figure.ts";
import type { Machine } from "./machine.ts";
import { root } from "./server-process.ts";

export type Result = {
  part: string;
  at: string;
  asked: Record<string, unknown>;
  machine: Machine;
  figures: Figure[];
};

const folder = join(root, "bench/results");
const readme = join(root, "bench/README.md");
const [BEGIN, END] = ["<!-- table: begin -->", "<!-- table: end -->"];
const order = ["posting", "reports", "members", "start", "web", "servers"];

export function keepResult(result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.part}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Renders what bench/results holds between the marks of bench/README.md. */
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
    ...figures.map((each) => `| ${[each.what, measured(each), each.asked ?? ""].join(" | ")} |`),
  ].join("\n");
}

function measured({ values, unit, note }: Figure): string {
  const list = Object.entries(values).map(([name, value]) => `${name} ${round(value)}`);
  return [[list.join(", "), unit].join(" ").trim(), note].filter(Boolean).join("; ");
}

/** Three digits are all that such a figure is good for, but counts stay whole. */
function round(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toPrecision(3);
}
