// Reports from a real streaming standby (SAFE-27): with their age, never for decisions, and from the primary when the
// standby is away.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { replicaReads } from "#contract/replica-reads.ts";
import { can, type Action, type Actor } from "#domain/permissions.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import {
  inTransaction,
  openPool,
  type ConnectionOptions,
  type Database,
} from "#server/db/connection.ts";
import { openReplica, type Replica } from "#server/db/replica.ts";
import { asServer } from "#server/db/open-database.ts";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/founded-group.ts";
import { startDetour, type Detour } from "#tests/support/database-proxies.ts";
import { openReplicated, type Node, type Replicated } from "#tests/support/replicated-postgres.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import {
  startGroup,
  type Answer,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const TRIAL_BALANCE = "/api/accounting/get_trial_balance/";
/** The query of a report: in full the first time, then by its prepared name. */
const REPORTED = /akiba \d|FROM entries/;
const EXPORT = "/api/accounting/export/?format=csv";

let machines: Replicated;
let primary: Node;
let standby: Node;
let detour: Detour;
let group: TestGroup;
let book: Bookkeeping;
let member: TestMember;
let auditor: string;
let statementId: number;
let loanId: number;

beforeAll(async () => {
  machines = await openReplicated();
  primary = await machines.primary();
  await primary.query("CREATE DATABASE akiba");
  standby = await machines.standby(primary);
  detour = await startDetour(standby.port);
  group = await startGroup({
    connection: primary.connection,
    replica: asServer({ ...standby.connection, port: detour.port }),
  });
  book = await appointBookkeepers(group);
  member = await book.member();
  await book.contribute(member, 5_000);
  loanId = await book.lend(member, 1_000);
  const movements = [paidIn("SAA1111111", "2026-03-02 10:00:00", 500)];
  const file = paybillStatement({ opening: 0n, movements, from: "2026-03-01", to: "2026-03-15" });
  const added = await group.api("POST", "/api/statements/accounts/", {
    token: book.treasurer.token,
    body: { name: "Paybill", kind: "mpesa_paybill" },
  });
  const sent = await uploadStatement(group, {
    token: book.treasurer.token,
    file,
    fields: { account_id: String(added.body.account.id) },
  });
  statementId = sent.body.statement.id;
  const seat = await group.api("POST", "/api/auditors/", {
    token: book.chairperson.token,
    body: { name: "Otieno & Partners", days: 30 },
  });
  const entered = await group.api("POST", "/api/auditors/enter/", {
    body: { token: seat.body.auditor.url.split("/").at(-1) },
  });
  auditor = entered.body.access;
  await sealAudit(group.db);
});
afterAll(async () => {
  await group.close();
  await detour.stop();
  await machines.close();
});

// All earlier changes are long committed, and the standby has them.
beforeEach(async () => {
  group.clock.advanceMinutes(1);
  await untilRead();
});
afterEach(async () => {
  detour.watch(null);
  detour.set("open");
  await standby.query("SELECT pg_wal_replay_resume() WHERE pg_is_in_recovery()");
});

const ask = (path: string, token = book.chairperson.token): Promise<Answer> =>
  group.api("GET", path, { token });

/** The answer's age. */
const ageOf = ({ body, headers }: Answer): string | null =>
  headers.get("x-as-of") ?? (body?.as_of as string | undefined) ?? null;

const failure = async (): Promise<string | null> => (await ask("/api/health")).body.replica.failure;

/** Waits until a report comes from the standby without an age. */
async function untilRead(): Promise<void> {
  await expect.poll(failure).toBeNull();
  await expect
    .poll(async () => {
      let age: string | null = null;
      const sent = await sentToStandby(async () => void (age = ageOf(await ask(TRIAL_BALANCE))));
      return { age, isRead: REPORTED.test(sent) };
    })
    .toEqual({ age: null, isRead: true });
}

/** Somebody else's change, which the standby does not receive. */
async function changeUnseen(): Promise<string> {
  await standby.query("SELECT pg_wal_replay_pause()");
  await book.contribute(member, 700);
  group.clock.advanceMinutes(1);
  await expect.poll(async () => ageOf(await ask(TRIAL_BALANCE))).not.toBeNull();
  return ageOf(await ask(TRIAL_BALANCE))!;
}

/** The queries sent to the standby meanwhile. */
async function sentToStandby(work: () => Promise<void>): Promise<string> {
  let sent = "";
  detour.watch((text) => (sent += text));
  await work();
  detour.watch(null);
  return sent;
}

function addressOf(path: string): string {
  const id = path.startsWith("/api/statements/")
    ? statementId
    : path.startsWith("/api/user/")
      ? member.id
      : loanId;
  const query = `start_date=2026-01-01&end_date=2026-12-31&member=${member.id}&format=csv`;
  return `${path.replace(":id", String(id)).replace(":code", "bank")}?${query}`;
}

const anAuditor: Actor = {
  id: -1,
  username: "auditor",
  office: null,
  status: "active",
  isActive: true,
  exited: false,
  isAuditor: true,
  lacksTwoStep: false,
};

describe("a report is read from the standby", () => {
  test("says as of when it is once that is more than 5 seconds ago, as a file too", async () => {
    const at = group.clock.now().getTime();
    const asOf = await changeUnseen();
    expect(new Date(asOf).getTime()).toBe(at);
    const file = await ask(EXPORT);
    expect(file.status).toBe(200);
    expect(file.headers.get("x-as-of")).toBe(asOf);
    expect(file.body).toContain("monthly_contribution");
    const together = await ask(`/api/answers/?ask=${encodeURIComponent(TRIAL_BALANCE)}`);
    expect(together.body.answers[0].answer.as_of).toBe(asOf);
    await standby.query("SELECT pg_wal_replay_resume()");
    await expect.poll(async () => ageOf(await ask(TRIAL_BALANCE))).toBeNull();
  });

  test("has what its reader has just done, which the primary tells meanwhile", async () => {
    await changeUnseen();
    await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: book.treasurer.token,
      body: { type: "other_income", description: "Interest of the bank", amount_paid: 333 },
    });
    const own = await ask(TRIAL_BALANCE, book.treasurer.token);
    expect(ageOf(own)).toBeNull();
    const reported = (await ask(TRIAL_BALANCE)).body;
    expect(reported.as_of).toEqual(expect.any(String));
    expect(own.body.trial_balance).not.toEqual(reported.trial_balance);
  });

  test("by the list of the contract, and by nothing else", async () => {
    await changeUnseen();
    for (const [whom, token, listed] of [
      ["an official", book.chairperson.token, ["everybody"]],
      ["an auditor", auditor, ["everybody", "auditors"]],
    ] as const) {
      const aged: string[] = [];
      for (const { name, endpoint } of allEndpoints) {
        if (endpoint.method !== "GET" || endpoint.path === "/api/answers/") continue;
        if (ageOf(await ask(addressOf(endpoint.path), token)) !== null) aged.push(name);
      }
      const expected = allEndpoints.filter(({ endpoint }) => {
        const reads = replicaReads.get(endpoint);
        if (reads === undefined || !(listed as readonly string[]).includes(reads)) return false;
        return whom === "an official" || can(anAuditor, endpoint.access as Action);
      });
      expect({ whom, aged }).toEqual({ whom, aged: expected.map(({ name }) => name) });
    }
  });
});

describe("with the standby away", () => {
  const expectPrimary = async (path = TRIAL_BALANCE) => {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(ageOf(answer)).toBeNull();
    return answer;
  };

  test("a report comes from the primary when it refuses, and from the standby once it is back", async () => {
    detour.set("refusing");
    await expectPrimary();
    await expect.poll(failure).not.toBeNull();
    const requested = await sentToStandby(async () => void (await expectPrimary()));
    expect(requested).not.toMatch(REPORTED);
    detour.set("open");
    await untilRead();
    expect(await sentToStandby(async () => void (await ask(TRIAL_BALANCE)))).toMatch(REPORTED);
  });

  test("when it answers nothing, while it is still silent, and the next is not even sent there", async () => {
    detour.set("silent");
    await expectPrimary();
    expect(await failure()).not.toBeNull();
    expect(await sentToStandby(async () => void (await expectPrimary()))).not.toMatch(REPORTED);
    expect(await failure()).not.toBeNull();
  });

  test("at once after it has failed: nothing is awaited before the caller may read the primary", async () => {
    const nowhere = { ...asServer(standby.connection), port: 1 };
    await opened({ connection: nowhere }, async (replica) => {
      expect(replica.view().failure).not.toBeNull();
      const order: string[] = [];
      const turned = new Promise<void>((resolve) => {
        setImmediate(() => {
          order.push("another turn of the event loop");
          resolve();
        });
      });
      expect(await readThere(replica)).toBeNull();
      order.push("the primary may be read");
      await turned;
      expect(order).toEqual(["the primary may be read", "another turn of the event loop"]);
    });
  });

  test.each([TRIAL_BALANCE, EXPORT, "/api/accounting/get_trial_balance/pdf/"])(
    "when it goes in the middle of a query: %s",
    async (path) => {
      const whole = await ask(path);
      let cuts = 0;
      detour.watch((sent) => {
        if (!REPORTED.test(sent)) return;
        cuts++;
        detour.cut();
      });
      const answer = await expectPrimary(path);
      expect(cuts).toBeGreaterThan(0);
      expect(answer.body.length).toBe(whole.body.length);
    },
  );

  test("when its machine is lost, and it is read again after its return", async () => {
    await standby.kill();
    await expectPrimary();
    await expect.poll(failure).not.toBeNull();
    await expectPrimary(EXPORT);
    await standby.start();
    await untilRead();
  });
});

/** A second replica beside the server's, at an hour that the test sets. */
async function opened<T>(
  params: { connection: ConnectionOptions; of?: ConnectionOptions; now?: () => Date },
  work: (replica: Replica) => Promise<T>,
): Promise<T> {
  const { connection, of = group.serverConnection, now = () => new Date() } = params;
  const pool = openPool(of, 2);
  const replica = openReplica({ connection, primary: pool, now, tell: () => undefined });
  try {
    await expect.poll(() => replica.view().failure).not.toBe("it was not looked at yet");
    return await work(replica);
  } finally {
    await replica.stop();
    await pool.end();
  }
}

const atOnce = { notBefore: async () => null, isHurried: true };
const countEntries = async (reader: Database) =>
  (await reader.selectFrom("entries").select("id").execute()).length;

const readThere = (replica: Replica) => replica.read(countEntries, atOnce);

/** Why it is not read. */
const whyNotRead = (connection: ConnectionOptions, of?: ConnectionOptions) =>
  opened({ connection, ...(of === undefined ? {} : { of }) }, async (replica) => {
    expect(await readThere(replica)).toBeNull();
    return replica.view().failure;
  });

test("a standby is not behind while nobody writes, however long that is", async () => {
  let hour = 8;
  const now = () => new Date(Date.UTC(2026, 2, 16, hour));
  await opened({ connection: asServer(standby.connection), now }, async (replica) => {
    for (; hour < 20; hour += 6)
      await expect.poll(async () => (await readThere(replica))?.asOf).toEqual(now());
  });
});

/** Inverts each hash of the log's tree behind the application's back; a second call restores them. */
const turnBits = () =>
  inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE log_tree SET hash = set_byte(hash, 0, 255 - get_byte(hash, 0))`.execute(tx);
  });

describe("never two truths: not read is", () => {
  test("the primary itself, or another that takes writes", async () => {
    expect(await whyNotRead(group.serverConnection)).toMatch(/takes writes/);
  });

  test("another group's database", async () => {
    const other = await machines.primary();
    await other.query("CREATE DATABASE akiba");
    const its = await machines.standby(other);
    expect(await whyNotRead(its.connection)).toMatch(/another database cluster/);
  });

  test("a standby whose log is not the one that the primary's begins with", async () => {
    await standby.query("SELECT pg_wal_replay_pause()");
    await turnBits();
    expect(await whyNotRead(asServer(standby.connection))).toMatch(/entries of its log are not/);
    await turnBits();
  });

  test("a standby that has not followed a promotion", async () => {
    const left = await machines.standby(primary);
    await standby.promote();
    expect(await whyNotRead(asServer(left.connection), asServer(standby.connection))).toMatch(
      /on timeline 1, and the primary is on 2/,
    );
  });
});
