// What processes take of the machine, as Linux tells it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "pg";

const CLOCK_TICKS = 100;

/** The processes of the PostgreSQL behind a connection, if they run here. */
export async function postgresProcesses(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ folder: string }>(
    "SELECT current_setting('data_directory') AS folder",
  );
  const text = readIfThere(join(rows[0]?.folder ?? "", "postmaster.pid"));
  if (text === null) return [];
  const postmaster = Number(text.split("\n")[0]);
  return [postmaster, ...childrenOf(postmaster)];
}

export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
}

export function commandLine(pid: number): string {
  return (readIfThere(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ");
}

/** MiB of memory, with what they share counted once. */
export function memoryOf(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    const text = readIfThere(`/proc/${pid}/smaps_rollup`);
    return Number(/^Pss:\s+(\d+) kB/m.exec(text ?? "")?.[1] ?? 0);
  });
  return kib.reduce((sum, each) => sum + each, 0) / 1024;
}

/** Milliseconds of processor time since they began. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * (1000 / CLOCK_TICKS);
}

function statOf(pid: number): { parent: number; ticks: number } | null {
  const text = readIfThere(`/proc/${pid}/stat`);
  if (text === null) return null;
  // The name in brackets may hold spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
