// Every endpoint, in every role, with input that its schema accepts, nearly accepts and rejects. FUZZ_RUNS sets how
// many requests each role makes to each endpoint that writes, FUZZ_SEED which ones.
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { holdToCatalogue, holdToContract } from "#tests/support/hold-answer.ts";
import { LONG_MS } from "#tests/support/patience.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import {
  describePeople,
  seedGroup,
  reviveSessions,
  roles,
  type SeededGroup,
  type Role,
} from "./seeded-group.ts";
import { requestsTo } from "./generated-requests.ts";
import { findLeak, send, type WireRequest } from "./wire-request.ts";
import { openRowDigest, tablesThatDiffer, type RowDigest } from "./row-digest.ts";

const runs = Number(process.env["FUZZ_RUNS"] ?? 16);
const seed = Number(process.env["FUZZ_SEED"] ?? 1);

type Trial = { group: TestGroup; digest: RowDigest; people: string; state: string };

let seeded: SeededGroup;
let trial: Trial;
/** The state of the database whose books were proved last. */
let proved = "";
const tally = { tried: 0, accepted: 0, refused: 0, byStatus: new Map<number, number>() };
const neverAccepted = new Set(allEndpoints.map(({ endpoint }) => endpoint));

beforeAll(async () => {
  seeded = await seedGroup();
  trial = await openTrial();
});

afterAll(async () => {
  await closeTrial();
  const counts = [...tally.byStatus].toSorted(([one], [other]) => one - other);
  const statuses = counts.map(([status, count]) => `${status}: ${count}`).join(", ");
  const faults = counts.reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0);
  const unmet = allEndpoints.filter(({ endpoint }) => neverAccepted.has(endpoint));
  console.log(
    `fuzzing, seed ${seed}: ${tally.tried} inputs tried, ${tally.accepted} accepted, ${tally.refused} refused, ${faults} 5xx (${statuses})`,
    `\nno input was accepted by: ${unmet.map(({ name }) => name).join(", ") || "none"}`,
  );
});

async function openTrial(): Promise<Trial> {
  const group = await startGroup({ connection: await createTestDatabase(seeded.database) });
  const digest = await openRowDigest(group.connection);
  return {
    group,
    digest,
    people: await describePeople(group.db, seeded),
    state: await digest.read(),
  };
}

async function closeTrial(): Promise<void> {
  await trial.digest.close();
  await trial.group.close();
}

/** Whatever was accepted, the books hold. */
async function findBreaches() {
  const { breaches } = await verifyBooks(trial.group.db);
  if (breaches.length === 0) proved = trial.state;
  return breaches;
}

/** None while no row has changed since the last proof. */
const findNewBreaches = async () => (trial.state === proved ? [] : findBreaches());

/** After an accepted change: restores sessions that ended; a person whose role changed needs a fresh copy. */
async function restorePeople(): Promise<void> {
  if ((await describePeople(trial.group.db, seeded)) !== trial.people) {
    const breaches = await findBreaches();
    if (breaches.length > 0) throw new Error(`the books are broken: ${JSON.stringify(breaches)}`);
    await closeTrial();
    trial = await openTrial();
  }
  await reviveSessions(trial.group.db);
  trial.state = await trial.digest.read();
}

describe("every answer is the contract's, and a refusal leaves nothing", () => {
  test.each(allEndpoints.map(({ name, endpoint }, index) => ({ name, endpoint, index })))(
    "$name",
    { timeout: LONG_MS },
    async ({ endpoint, index }) => {
      for (const [slot, role] of roles.entries()) {
        const status = await tryOut(endpoint, role, plainRequest(endpoint));
        const numRuns = isShutOut(status) ? runs / 8 : endpoint.method === "GET" ? runs / 2 : runs;
        const property = fc.asyncProperty(
          requestsTo(endpoint, seeded.known),
          async (request) => void (await tryOut(endpoint, role, request)),
        );
        const found = await fc.check(property, {
          numRuns: Math.ceil(numRuns),
          seed: seed * 100_000 + index * 100 + slot,
        });
        expect(describeFault(found, role)).toBeNull();
      }
      expect(await findNewBreaches()).toEqual([]);
    },
  );
});

test("the books hold at the end, with all refusals that the audit log recorded", async () => {
  expect(await findBreaches()).toEqual([]);
});

/** The smallest input that shows the fault, and the fault. */
function describeFault(found: fc.RunDetails<[WireRequest]>, role: Role): string | null {
  if (!found.failed) return null;
  const error = found.errorInstance instanceof Error ? found.errorInstance.message : "";
  return `as ${role}, FUZZ_SEED=${seed}: ${error}\n${fc.defaultReportMessage(found)}`;
}

/** Whether the role is refused whatever it sends, so that a few tries are enough. */
const isShutOut = (status: number) => status === 401 || status === 403;

const plainRequest = ({ method, path }: Endpoint): WireRequest => ({
  method,
  path: path.replace(":id", "0").replace(":code", "none"),
  headers: {},
  body: null,
});

function authorization(role: Role): Record<string, string> {
  const person = seeded.people[role];
  return person === null ? {} : { Authorization: `Bearer ${person.token}` };
}

/** Sends the request, checks its answer, and returns its status. */
async function tryOut(endpoint: Endpoint, role: Role, request: WireRequest): Promise<number> {
  const headers = { ...authorization(role), ...request.headers };
  const { status, type, text } = await send(trial.group.url, { ...request, headers });
  count(status);
  if (status < 300) neverAccepted.delete(endpoint);
  if (status >= 500) throw new Error(`a ${status}: ${text}`);
  const inside = status < 300 ? null : findLeak(text);
  if (inside !== null) throw new Error(`"${inside}" in a ${status}: ${text}`);
  const body: unknown = type.includes("json") ? JSON.parse(text) : text;
  const path = endpoint.path.replace(":id", "1").replace(":code", "bank");
  holdToContract({ method: endpoint.method, path, status, body });
  if (status >= 300) holdToCatalogue(body);
  const before = trial.state;
  trial.state = await trial.digest.read();
  const written = status < 300 ? [] : tablesThatDiffer(before, trial.state);
  if (written.length > 0) throw new Error(`written by a ${status}: ${written.join(", ")}`);
  if (status < 300 && endpoint.method !== "GET") await restorePeople();
  return status;
}

function count(status: number): void {
  tally.tried += 1;
  tally[status < 300 ? "accepted" : "refused"] += 1;
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
}
