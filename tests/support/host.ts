// A host of many groups on the tests' PostgreSQL, and requests to its groups by their names.
import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { openAwakeGroups } from "#server/host/awake-groups.ts";
import { openFrontDoor } from "#server/host/front-door.ts";
import { readHostConfig } from "#server/host/host-config.ts";
import { openHost } from "#server/host/host.ts";
import { removeDataFolder } from "./machine.ts";
import { createEmptyDatabase } from "./test-database.ts";
import { openTestWorkers } from "./workers.ts";

const now = () => new Date();

type Sent = { token?: string; body?: unknown; headers?: Record<string, string> };

/** `forwardedBy`: the addresses of proxies. */
export async function startHost({
  sleepsAfterMs = 60_000,
  forwardedBy,
}: { sleepsAfterMs?: number; forwardedBy?: string } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-host-"));
  const { host: socket, port, user, database } = await createEmptyDatabase();
  const urlOf = (role: string) =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(socket)}&port=${port}`;
  const settings = readHostConfig({
    MANY_GROUPS: "on",
    DATABASE_URL: urlOf("akiba_server"),
    MIGRATE_URL: urlOf(user),
    DATA_DIR: dataDir,
    PUBLIC_URL: "http://akiba.example",
    RATE_LIMIT: "off",
    ...(forwardedBy === undefined ? {} : { TRUST_PROXY: forwardedBy }),
  });
  const log = pino({ level: "silent" });
  const host = await openHost(settings);
  const workers = openTestWorkers();
  const webRoot = "/nowhere";
  const { app, groups } = await openFrontDoor({
    config: settings.config,
    directory: host.directory,
    log,
    webRoot,
    groups: (exchanges) =>
      openAwakeGroups({ host, log, now, webRoot, workers, exchanges, sleepsAfterMs }),
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port: listensOn } = app.server.address() as AddressInfo;

  return {
    host,
    groups,
    dataDir,
    /** A name that no other test of this run has. */
    newName: () => `g${randomBytes(5).toString("hex")}`,
    /** Sends a request with the `Host` header of `name.akiba.example`; an empty name is the host's own. */
    ask: (name: string, method: string, path: string, sent: Sent = {}) =>
      ask(listensOn, name === "" ? "akiba.example" : `${name}.akiba.example`, {
        method,
        path,
        sent,
      }),
    close: async () => {
      await app.close();
      await groups.stop();
      await workers.stop();
      await host.close();
      await removeDataFolder(dataDir);
    },
  };
}

function ask(
  port: number,
  host: string,
  { method, path, sent }: { method: string; path: string; sent: Sent },
): Promise<{ status: number; body: Record<string, unknown>; retryAfter: string | undefined }> {
  const headers = {
    Host: host,
    ...(sent.token === undefined ? {} : { Authorization: `Bearer ${sent.token}` }),
    ...(sent.body === undefined ? {} : { "Content-Type": "application/json" }),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const sending = request({ port, host: "127.0.0.1", method, path, headers, agent: false });
    sending.once("error", reject);
    sending.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("end", () => {
        const isJson = response.headers["content-type"]?.includes("json") === true;
        resolve({
          status: response.statusCode ?? 0,
          body: isJson ? JSON.parse(text) : { text },
          retryAfter: response.headers["retry-after"],
        });
      });
    });
    sending.end(sent.body === undefined ? undefined : JSON.stringify(sent.body));
  });
}
