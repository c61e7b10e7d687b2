import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#server/db/connection.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { recordAudit, type AuditEntry } from "./audit.ts";
import { sealAudit } from "./audit-chain.ts";

let group: TestGroup;

beforeEach(async () => {
  group = await startGroup();
});
afterEach(() => group.close());

// What nobody has to be signed in for, so that the rows are lawful; nothing reads them of the books.
const one = "sessions.refuse" as const;
const two = "members.ask-activation" as const;
const three = "members.ask-password-reset" as const;
type Written = typeof one | typeof two | typeof three;

const entry = (action: Written): AuditEntry => ({
  now: group.clock.now(),
  actorId: null,
  action,
  subject: "books",
  subjectId: null,
  after: {
    words: "Ünïcode “quotes” \\ \n",
    amount: 1500.5,
    settlement: { owed: [1, null], agrees: true },
  },
  address: "127.0.0.1",
});
const write = (action: Written) => inTransaction(group.db, (tx) => recordAudit(tx, entry(action)));
const readSeals = () => group.db.selectFrom("audit_seals").selectAll().orderBy("seq").execute();

/** The actions in the order in which they are sealed. */
async function sealedActions(): Promise<string[]> {
  const rows = await group.db
    .selectFrom("audit_seals")
    .innerJoin("audit_entries", "audit_entries.id", "audit_seals.audit_id")
    .select("action")
    .orderBy("seq")
    .execute();
  return rows.map((row) => row.action);
}

/** Runs SQL with triggers and foreign keys off, as somebody with the database's password could. */
async function tamper(text: string): Promise<void> {
  await inTransaction(group.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(text).execute(tx);
  });
}

/** What `verify` finds, as `invariant id: found`. */
async function found(): Promise<string[]> {
  const { breaches } = await verifyBooks(group.db);
  return breaches.flatMap(({ name, offenders }) =>
    offenders.map((offender) => `${name} ${offender.id}: ${offender.found}`),
  );
}

describe("sealing", () => {
  test("chains every entry to the one before, as a few lines can recompute", async () => {
    for (const action of [one, two, three]) await write(action);
    expect(await sealAudit(group.db)).toBe(3);
    const { rows } = await sql<{ text: string; hash: Buffer }>`
      SELECT jsonb_build_array(id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
               to_char(recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
               actor_id, action, subject, subject_id, before, after, address)::text AS text, hash
        FROM audit_seals JOIN audit_entries ON id = audit_id ORDER BY seq`.execute(group.db);
    let previous: Buffer = Buffer.alloc(32);
    for (const { text, hash } of rows) {
      previous = createHash("sha256").update(previous).update(text).digest();
      expect(hash).toEqual(previous);
    }
    expect(rows).toHaveLength(3);
    expect(await found()).toEqual([]);
  });

  test("continues where it stopped, and seals nothing twice", async () => {
    await write(one);
    await sealAudit(group.db);
    expect(await sealAudit(group.db)).toBe(0);
    await write(two);
    expect(await sealAudit(group.db)).toBe(1);
    const [first, second] = await readSeals();
    expect(second?.previous_hash).toEqual(first?.hash);
  });

  test("seals an entry that was written first and committed last once it commits", async () => {
    const gate = new EventEmitter();
    const slow = inTransaction(group.db, async (tx) => {
      await recordAudit(tx, entry(two));
      await once(gate, "open");
    });
    await expect.poll(async () => sequence(), { interval: 5 }).toBe(1n);
    await write(one);
    await sealAudit(group.db);
    expect(await sealedActions()).toEqual([one]);
    gate.emit("open");
    await slow;
    await sealAudit(group.db);
    expect(await sealedActions()).toEqual([one, two]);
    expect(await found()).toEqual([]);
  });

  test("in one order, whichever of many servers gets to it, while others write", async () => {
    const servers = Array.from({ length: 3 }, async () => {
      while ((await readSeals()).length < 200) await sealAudit(group.db);
    });
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 10 }, (_, each) => write(each % 2 === 0 ? one : two)));
    await Promise.all(servers);
    const seals = await readSeals();
    expect(seals.map(({ seq }) => Number(seq))).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(await found()).toEqual([]);
  });

  test("of a long log seals all of it, batch by batch", async () => {
    await sql`INSERT INTO audit_entries (at, action, subject)
      SELECT now(), ${one}, 'test' FROM generate_series(1, 1203) n`.execute(group.db);
    expect(await sealAudit(group.db)).toBe(1203);
    expect(await sealAudit(group.db)).toBe(0);
    expect(await found()).toEqual([]);
  });
});

describe("verify", () => {
  beforeEach(async () => {
    for (const action of [one, two, three, one]) await write(action);
    await sealAudit(group.db);
  });

  test("names the entry that was altered", async () => {
    await tamper(
      `UPDATE audit_entries SET after = after || '{"amount": 9}' WHERE action = '${two}'`,
    );
    expect(await found()).toEqual(["audit-chain-unbroken 2: was altered after it was sealed"]);
  });

  test("names the entry whose time or author was altered", async () => {
    await tamper(
      `UPDATE audit_entries SET at = at - interval '1 second' WHERE action = '${three}'`,
    );
    expect(await found()).toEqual(["audit-chain-unbroken 3: was altered after it was sealed"]);
  });

  test("names the entry that was taken away", async () => {
    await tamper(`DELETE FROM audit_entries WHERE action = '${two}'`);
    expect(await found()).toEqual([
      "audit-chain-unbroken 2: was sealed and is gone",
      "audit-is-counted 20260316: members.ask-activation of a books by anybody: counted 1, sealed 0",
    ]);
  });

  test("misses an entry that went with its seal", async () => {
    await tamper("DELETE FROM audit_seals WHERE audit_id = 2");
    await tamper("DELETE FROM audit_entries WHERE id = 2");
    expect(await found()).toEqual([
      "audit-chain-unbroken 3: seals 2 to 2 are gone",
      "seals-as-logged 0: seal 2 is not number 2 of the log",
      "audit-is-counted 20260316: members.ask-activation of a books by anybody: counted 1, sealed 0",
    ]);
  });

  test("finds the place where a rewritten chain does not fit", async () => {
    await tamper(
      `UPDATE audit_seals SET hash = sha256('x'), previous_hash = sha256('y') WHERE seq = 2`,
    );
    expect(await found()).toEqual([
      "audit-chain-unbroken 2: seal 2 does not follow the one before",
      "audit-chain-unbroken 3: seal 3 does not follow the one before",
      "seals-as-logged 2: seal 2 is not number 2 of the log",
    ]);
  });

  test("finds what was slipped in with an earlier date", async () => {
    await tamper(`INSERT INTO audit_entries (at, recorded_at, action, subject)
      VALUES (now(), now() - interval '1 hour', '${one}', 'test')`);
    expect(await found()).toEqual([expect.stringContaining("audit-sealed-in-time 5: written")]);
  });

  test("notices that the log's guards were taken away", async () => {
    await sql`ALTER TABLE audit_seals DISABLE TRIGGER audit_seals_append_only`.execute(group.db);
    expect(await found()).toEqual(["audit-is-append-only 0: audit_seals_append_only"]);
  });

  test("and the database refuses to change or remove an entry or a seal", async () => {
    for (const text of [
      "UPDATE audit_entries SET action = 'x'",
      "DELETE FROM audit_entries",
      "TRUNCATE audit_entries CASCADE",
      "UPDATE audit_seals SET seq = seq + 100",
      "DELETE FROM audit_seals",
      "TRUNCATE audit_seals",
    ])
      await expect(sql.raw(text).execute(group.db)).rejects.toThrow("append-only");
  });

  test("finds a member or a setting changed behind the log's back", async () => {
    const official = await group.official("Treasurer");
    await tamper(`UPDATE members SET office = 'Sec-Gen' WHERE id = ${official.id}`);
    expect(await found()).toEqual([
      expect.stringMatching(new RegExp(`^offices-are-explained ${official.id}: .* is Sec-Gen`)),
      `members-as-audited ${official.id}: office is "Sec-Gen", last told "Treasurer"`,
      expect.stringMatching(
        new RegExp(`^members-as-witnessed ${official.id}: is not as audit entry`),
      ),
    ]);
    await tamper(`UPDATE members SET office = 'Treasurer' WHERE id = ${official.id}`);
    const chairperson = await group.official("Chairperson");
    await group.api("POST", "/api/group/settings/", {
      token: chairperson.token,
      body: { interest_share: 62.5, monthly_contribution: 1200, financial_year_start: "07-01" },
    });
    expect(await found()).toEqual([]);
    await tamper("UPDATE group_settings SET interest_share_bp = 9000");
    expect(await found()).toEqual([
      expect.stringContaining("settings-as-audited 0: interest_share"),
    ]);
  });
});

async function sequence(): Promise<bigint | null> {
  const { rows } = await sql<{ last: bigint | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence('audit_entries', 'id')) AS last`.execute(
    group.db,
  );
  return rows[0]?.last ?? null;
}
