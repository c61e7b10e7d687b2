// The results of the fault tests, one row for each round, collected in faults/results.json for the table at the end.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Row = {
  fault: string;
  seed: number;
  /** How many faults were injected; 0 if it could not run. */
  injected: number;
  acknowledged: number;
  refused: number;
  retried: number;
  checked: number;
  lost: number;
  doubled: number;
  /** Why it could not run. */
  notRun?: string;
};

const file = fileURLToPath(new URL("results.json", import.meta.url));

export function keepRow(row: Row): void {
  const rows: Row[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, JSON.stringify([...rows, row], null, 2));
}
