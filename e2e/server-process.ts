// The process of a built server: where its program is, what it gets of the environment, and how it starts and ends.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "#tests/support/machine.ts";
import { passedOn } from "#tests/support/passed-on.ts";
import { START_MS } from "#tests/support/patience.ts";

export const built = fileURLToPath(new URL("../dist/server/", import.meta.url));
export const programs = {
  main: join(built, "main.js"),
  demo: join(built, "demo.js"),
  dev: fileURLToPath(new URL("../scripts/dev.mjs", import.meta.url)),
};
export type Program = keyof typeof programs;

/** What a server gets to answer at `url`, with a data folder and a mail server. */
export function environment(params: {
  url: string;
  dataDir: string;
  mailUrl: string;
}): NodeJS.ProcessEnv {
  const { hostname, port } = new URL(params.url);
  return {
    ...passedOn(),
    PORT: port,
    HOST: hostname,
    DATA_DIR: params.dataDir,
    PUBLIC_URL: params.url,
    SMTP_URL: params.mailUrl,
    RATE_LIMIT: "off",
    NODE_ENV: "test",
  };
}

/** Starts a server, and waits until it answers. `output` gets what it prints, from this start on. */
export async function startServer(
  program: Program,
  url: string,
  { env, output }: { env: NodeJS.ProcessEnv; output: string[] },
): Promise<ChildProcess> {
  const server = spawn(process.execPath, [programs[program]], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  output.length = 0;
  server.stdout.on("data", (text: Buffer) => output.push(text.toString()));
  server.stderr.on("data", (text: Buffer) => output.push(text.toString()));
  await untilHealthy(url, server, output);
  return server;
}

async function untilHealthy(url: string, server: ChildProcess, output: string[]): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end && server.exitCode === null;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  server.kill("SIGKILL");
  throw new Error(`the application did not start:\n${output.join("")}`);
}

/** Sends a signal, and waits until the process has ended. */
export async function stopProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const stopped = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  server.kill(signal);
  await stopped;
}

/** Fills an empty data folder with all that a first start makes. */
export async function startAndStop(program: "main" | "demo", dataDir: string): Promise<void> {
  const url = `http://localhost:${await freePort("localhost")}`;
  // Nobody reads mail at the demo's addresses: earlier mails stay in the database.
  const env = environment({ url, dataDir, mailUrl: "" });
  const server = await startServer(program, url, { env, output: [] });
  await stopProcess(server, "SIGTERM");
}
