// The built application as a person would run it: its own process, data folder, port and mail server.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { inject } from "vitest";
import { freePort, makeDataFolder, removeDataFolder } from "#tests/support/machine.ts";
import { JOURNEY_WAIT_MS } from "#tests/support/patience.ts";
import { watchServer } from "./what-is-open.ts";
import { copyPrepared } from "./prepared-data.ts";
import {
  built,
  environment,
  type Program,
  programs,
  startServer,
  stopProcess,
} from "./server-process.ts";

export type Application = {
  url: string;
  mail: MailServer;
  dataDir: string;
  /** The server's output since it started. */
  printed(): string;
  /** Runs a command such as `appoint` on the same data folder, beside the server. */
  command(name: string, ...args: string[]): Promise<string>;
  /** Ends the server like a power cut. */
  kill(): Promise<void>;
  /** Ends PostgreSQL like a power cut. */
  killPostgres(): Promise<void>;
  /** Starts the server again after `kill`. */
  restart(): Promise<void>;
  /** Ends the server as an operator does, and the mail server. */
  stop(): Promise<void>;
  /** The same, and removes the data folder. */
  close(): Promise<void>;
};

/**
 * Starts the built server on an empty database, with the demo group, or in development, and a real mail server. With
 * `fromNothing` its folder is empty, as on a new machine.
 */
export async function startApplication(
  program: Program = "main",
  { host = "localhost", fromNothing = false } = {},
): Promise<Application> {
  const dataDir = await makeDataFolder("akiba-e2e-");
  if (!fromNothing && program !== "dev") await copyStarted(program, dataDir);
  return startIn(dataDir, { program, host });
}

/**
 * Where ended applications of this process were. The next takes over such an address, so that a window that showed an
 * earlier one can show it (shared-windows.ts).
 */
const freeAddresses: { host: string; url: string }[] = [];

async function takeAddress(host: string): Promise<string> {
  const index = freeAddresses.findIndex((each) => each.host === host);
  const [free] = index === -1 ? [] : freeAddresses.splice(index, 1);
  return free?.url ?? `http://${host}:${await freePort(host)}`;
}

type Starting = {
  program?: Program;
  host?: string;
  /** More of the environment. */
  more?: Readonly<Record<string, string>>;
};

/** Starts the built server on a data folder, and a real mail server. */
export async function startIn(
  dataDir: string,
  { program = "main", host = "localhost", more = {} }: Starting = {},
): Promise<Application> {
  const mail = await startMailServer();
  const url = await takeAddress(host);
  const env = { ...environment({ url, dataDir, mailUrl: mail.url }), ...more };
  const output: string[] = [];
  let server = await startServer(program, url, { env, output });
  const unwatch = watchServer(url, output);
  const stop = async () => {
    unwatch();
    await stopProcess(server, "SIGTERM");
    await mail.close();
    freeAddresses.push({ host, url });
  };
  return {
    url,
    mail,
    dataDir,
    printed: () => output.join(""),
    async command(name, ...args) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(built, `${name}.js`), ...args],
        { env },
      );
      return stdout;
    },
    kill: () => stopProcess(server, "SIGKILL"),
    async killPostgres() {
      const pid = (await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n")[0];
      process.kill(Number(pid), "SIGKILL");
    },
    async restart() {
      server = await startServer(program, url, { env, output });
    },
    stop,
    async close() {
      await stop();
      await removeDataFolder(dataDir);
    },
  };
}

/** Runs the built server at an address that is in use, until it ends. */
export async function startWhereInUse(url: string, dataDir: string): Promise<unknown> {
  const env = environment({ url, dataDir, mailUrl: "" });
  return promisify(execFile)(process.execPath, [programs.main], { env });
}

/** The slow parts of a first start, PostgreSQL's folder and the demo's three years, happen once for all journeys. */
export async function copyStarted(program: "main" | "demo", dataDir: string): Promise<void> {
  await copyPrepared(program, { within: inject("preparedData"), to: dataDir });
}

type ReceivedMail = { subject: string; text: string };

export type MailServer = {
  url: string;
  /** The newest mail to an address; waits for it. */
  next(to: string, subject: RegExp): Promise<ReceivedMail>;
  /** The Message-ID of each accepted mail, as often as it was accepted. */
  messageIds(): string[];
  close(): Promise<void>;
};

/** Starts a real SMTP server, which stores what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const received: { to: string; source: Buffer }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map((each) => each.address).join(",");
        received.push({ to, source: Buffer.concat(chunks) });
        done();
      });
    },
  });
  // A server that is killed while it sends a mail breaks its connection, and sends the mail again after it restarts.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next(to, subject) {
      for (const end = Date.now() + JOURNEY_WAIT_MS; Date.now() < end;) {
        for (const { source } of received.filter((mail) => mail.to === to).toReversed()) {
          const mail = await PostalMime.parse(source);
          if (subject.test(mail.subject ?? ""))
            return { subject: mail.subject ?? "", text: mail.text ?? "" };
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`no mail to ${to} about ${subject}; got ${received.length} in all`);
    },
    messageIds: () =>
      received.flatMap(
        ({ source }) => /^Message-ID: <([^>]+)>/im.exec(source.toString())?.[1] ?? [],
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
