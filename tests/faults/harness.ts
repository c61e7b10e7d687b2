// Runs one fault from start to end: people, load, the fault, the check after every round, and its row in the results.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client as Connection, type ClientConfig } from "pg";
import { expect } from "vitest";
import { openEmbeddedPostgres } from "#server/db/embedded/embedded-postgres.ts";
import { joinGroup } from "../../e2e/people.ts";
import { type Client, openClient } from "./recording-client.ts";
import { checkRecord, type Findings } from "./consistency-check.ts";
import {
  emptyRecord,
  openRandom,
  type Random,
  type Record,
  seed,
  type Staff,
  startLoad,
} from "./load.ts";
import type { Servers } from "./servers.ts";

export type Harness = {
  servers: Servers;
  client: Client;
  random: Random;
  record: Record;
  /** Loads the servers while `fault` happens, waits until everything is settled, and checks. */
  round(name: string, fault: () => Promise<void>): Promise<void>;
  /** The status of a read by the Treasurer. */
  read(path: string): Promise<number>;
  /** Adds this fault's row to the results. */
  finish(fault: string, injected: number): void;
};

/** `database` is where an external one currently takes writes; without it the database is embedded. */
export async function openHarness(
  servers: Servers,
  params: { rounds: number; database?: () => ClientConfig; pauseMs?: number },
): Promise<Harness> {
  const random = openRandom(seed + params.rounds);
  const staff = await openStaff(servers);
  const client = openClient(servers.urls);
  const record = emptyRecord();
  const total = { checked: 0, lost: 0, doubled: 0 };
  return {
    servers,
    client,
    random,
    record,
    async round(name, fault) {
      const load = startLoad({
        client,
        staff,
        random,
        record,
        round: name,
        now: () => new Date(),
        ...(params.pauseMs === undefined ? {} : { pauseMs: params.pauseMs }),
      });
      const broken = fault().then(() => servers.untilHealthy());
      // A server that has not come back settles nothing: report its own fault, not those of the clients that wait for
      // it.
      await broken.catch((error: unknown) => {
        void load.stop().catch(() => undefined);
        throw error;
      });
      await load.stop();
      const findings = await check(servers, record, params.database);
      if (client.traffic.wrong.length > 0) client.traffic.wrong.push(...servers.errors());
      total.checked = findings.checked;
      total.lost += findings.lost.length;
      total.doubled += findings.doubled.length;
      expect({ ...findings, wrong: client.traffic.wrong, seed }).toEqual({
        checked: expect.any(Number),
        lost: [],
        doubled: [],
        waiting: [],
        wrong: [],
        seed,
      });
      expect(await servers.command("verify")).toMatch(/^(\d+) of \1 invariants hold\./m);
    },
    async read(path) {
      const headers = { Authorization: `Bearer ${staff.treasurer.token()}` };
      const { status } = await fetch(servers.url + path, { headers });
      return status;
    },
    finish(fault, injected) {
      const { acknowledged, refused, retried } = client.traffic;
      addRow({ fault, seed, injected, acknowledged, refused, retried, ...total });
    },
  };
}

/** Three officials and a member, each with an account. */
export async function openStaff(servers: Servers): Promise<Staff> {
  const join = async (firstName: string, office?: string) => {
    const params = { firstName, lastName: "Otieno" };
    const member = await joinGroup(servers, office === undefined ? params : { ...params, office });
    return { id: member.id, token: () => member.token };
  };
  const chairperson = await join("Chebet", "chairperson");
  const treasurer = await join("Tabitha", "treasurer");
  const secGen = await join("Simon", "sec-gen");
  // Officials are approved members too, and may borrow.
  return { chairperson, treasurer, secGen, members: [treasurer, secGen, await join("Musa")] };
}

async function check(
  servers: Servers,
  record: Record,
  database?: () => ClientConfig,
): Promise<Findings> {
  if (database !== undefined) return checkIn(database(), record);
  const postgres = await openEmbeddedPostgres({ dataDir: servers.dataDir, log: () => undefined });
  try {
    return await checkIn(postgres.connection, record);
  } finally {
    await postgres.close();
  }
}

async function checkIn(database: ClientConfig, record: Record): Promise<Findings> {
  const connection = new Connection(database);
  connection.on("error", () => undefined);
  await connection.connect();
  try {
    return await checkRecord(connection, record);
  } finally {
    await connection.end();
  }
}

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

const resultsFile = fileURLToPath(new URL("results.json", import.meta.url));

/** Adds a row to the file from which `npm run test:faults` prints its table. */
export function addRow(row: Row): void {
  const rows: Row[] = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : [];
  writeFileSync(resultsFile, JSON.stringify([...rows, row], null, 2));
}
