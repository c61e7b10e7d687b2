// What the fault tests found, one row a round, collected in faults/results.json for the table at their end.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Row = {
  fault: string;
  seed: number;
  /** How many faults were injected; 0 for one that could not be run. */
  injected: number;
  acknowledged: number;
  refused: number;
  retried: number;
  checked: number;
  lost: number;
  doubled: number;
  /** Why it could not be run. */
  notRun?: string;
};

const file = fileURLToPath(new URL("results.json", import.meta.url));

export function keepRow(row: Row): void {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, JSON.stringify([...rows, row], null, 2));
}
