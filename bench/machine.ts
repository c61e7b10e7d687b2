// The machine that figures were taken on.
import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { withDatabase } from "./directory.ts";

export type Machine = {
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

/** Whether the system has a program that some figures are compared with. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
