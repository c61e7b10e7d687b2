import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { openMigrated } from "#server/db/open-database.ts";
import { withClient } from "#server/db/primary.ts";
import { demoPassword, demoPerson } from "#demo/people.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { createDemoDatabase, leapDay } from "#tests/support/demo-group.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { BackupError } from "#server/platform/command.ts";
import { readBackup, writeBackup, type WrittenBackup } from "./backup-folder.ts";
import { newBackupKey } from "./packed-file.ts";
import { leftOut } from "./manifest.ts";
import { BrokenBooks, loadDatabase } from "./load-database.ts";
import { moveDatabase } from "./change-database.ts";
import { openSigningKey, readOrigin, type SigningKey } from "./signature.ts";
import { packTar, unpackTar, type TarEntry } from "./tar.ts";

// Writes whole databases and reads them back, some more than once.
vi.setConfig({ testTimeout: 120_000 });

const today = new Date(leapDay);
const madeAt = new Date("2028-02-29T23:00:00Z");
const clearKey = async () => null;

let folder: string;
let source: ConnectionOptions;
let old: TestGroup;
/** The session of the Chairperson in the group that is backed up. */
let oldToken: string;
/** A database that must stay empty after every refusal. */
let empty: ConnectionOptions;
let plain: WrittenBackup;
/** Its content is that of `plain`, encrypted for `key`. */
let encrypted: WrittenBackup;
/** Of a group that has just begun, where the size does not matter. */
let small: WrittenBackup;
let signing: SigningKey;
let key: { identity: string; recipient: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "akiba-backup-"));
  signing = await openSigningKey(join(folder, "signing.pem"));
  const connection = await createDemoDatabase(today);
  source = connection;
  const database = await openMigrated({ connection, owner: connection }, () => undefined);
  // A restore changes the state of waiting messages (unsent.test.ts), so none wait here.
  await database.db.updateTable("notices").set({ dispatched_at: today }).execute();
  await database.db
    .updateTable("notice_messages")
    .set({ state: "skipped" })
    .where("state", "in", ["waiting", "held", "sending"])
    .execute();
  await sealAudit(database.db);
  await database.close();
  old = await startGroup({ connection, startsAt: today.toISOString() });
  empty = await createEmptyDatabase();
  key = await newBackupKey();
  oldToken = await signInAs("chairperson", old);
  const write = (name: string, recipient: string | null) =>
    writeBackup(source, { file: join(folder, name), recipient, madeAt, key: signing });
  plain = await write("plain", null);
  encrypted = await write("encrypted", key.recipient);
  small = await writeSmallBackup();
});
afterAll(async () => {
  await old.close();
  await rm(folder, { recursive: true, force: true });
});

async function writeSmallBackup(): Promise<WrittenBackup> {
  const { group, books } = await startFoundedGroup();
  const member = await books.member();
  await books.contribute(member, 1_000);
  await books.lend(member, 500);
  await books.lend(member, 100, "emergency_loan");
  await sealAudit(group.db);
  await group.close();
  const file = join(folder, "small");
  return writeBackup(group.connection, { file, recipient: null, madeAt, key: signing });
}

const ask = async <Row extends object>(connection: ConnectionOptions, text: string) =>
  withClient(connection, async (client) => (await client.query<Row>(text)).rows);

const TABLES =
  "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname";

const readTables = async (connection: ConnectionOptions) =>
  (await ask<{ name: string }>(connection, TABLES)).map(({ name }) => name);

/** Reads every row of every table that is backed up. */
const readAll = (connection: ConnectionOptions): Promise<Record<string, string[]>> =>
  withClient(connection, async (client) => {
    const tables = (await client.query<{ name: string }>(TABLES)).rows;
    const all: Record<string, string[]> = {};
    for (const { name } of tables.filter((table) => !(table.name in leftOut))) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM ${name} t ORDER BY t::text`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });

const triggersOf = (connection: ConnectionOptions) =>
  ask(
    connection,
    `SELECT c.relname, t.tgname, t.tgenabled FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal ORDER BY 1, 2`,
  );
const constraintsOf = (connection: ConnectionOptions) =>
  ask(
    connection,
    `SELECT conrelid::regclass::text AS relation, conname, pg_get_constraintdef(oid) AS definition, convalidated
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );

const figures = async (group: TestGroup, token: string) => {
  const paths = [
    "/api/finances/get-create-user-loans/",
    "/api/finances/monthly-contribution/",
    "/api/accounting/get_balance_sheet/",
    "/api/accounting/get_trial_balance/",
    "/api/accounting/get_user_fines/",
  ];
  return Promise.all(paths.map(async (path) => (await group.api("GET", path, { token })).body));
};

const signInAs = (username: string, group: TestGroup) =>
  group.signIn({ email: demoPerson(username).email, password: demoPassword });

/** A member reports a contribution and both offices approve it, which posts it. */
async function payAContribution(group: TestGroup): Promise<void> {
  const before = await group.db
    .selectFrom("entries")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const reported = await group.api("POST", "/api/finances/monthly-contribution/", {
    token: await signInAs("chairperson", group),
    body: {
      amount_paid: 1000,
      contribution_month: "2028-02-01",
      payment_date: group.clock.now().toISOString(),
      payment_Reference_Code: "AFTERRESTORE1",
    },
  });
  expect(reported.status).toBe(201);
  for (const office of ["treasurer", "sec-gen"]) {
    const decided = await group.api(
      "POST",
      `/api/finances/monthly-contribution-approval/${reported.body.contribution.contribution_id}/`,
      { token: await signInAs(office, group), body: { action: "approved" } },
    );
    expect(decided.status).toBe(200);
  }
  const after = await group.db
    .selectFrom("entries")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(after.id).toBe(before.id + 1);
}

/** Returns why the files are not restored, and checks that nothing is left in the database. */
async function refusalOf(files: AsyncIterable<TarEntry>): Promise<string> {
  const refusal = await loadDatabase(empty, files, { acceptBroken: false }).catch(
    (error: unknown) => error,
  );
  const left = await readTables(empty);
  if (!(refusal instanceof BackupError)) throw new Error("it was not refused", { cause: refusal });
  if (left.length > 0) throw new Error(`it left ${left.join(", ")}`);
  return refusal.message;
}

async function readFiles(): Promise<TarEntry[]> {
  const files: TarEntry[] = [];
  for await (const file of readBackup(small.file, clearKey)) files.push(file);
  return files;
}

async function* params(files: readonly TarEntry[]) {
  yield* files;
}

describe("the whole drill", () => {
  test.each(["plain", "encrypted"])(
    "a restored %s backup is the group it was made of",
    async (kind) => {
      const { file } = kind === "plain" ? plain : encrypted;
      const target = await createEmptyDatabase();

      const { manifest, verdict, migrated } = await loadDatabase(
        target,
        readBackup(file, async () => key.identity),
        { acceptBroken: false },
      );

      expect(verdict.breaches).toEqual([]);
      expect(migrated).toEqual([]);
      expect(manifest.entries).toBeGreaterThan(500);
      expect(manifest.audit_head).not.toBeNull();
      expect(await readAll(target)).toEqual(await readAll(source));
      expect(await triggersOf(target)).toEqual(await triggersOf(source));
      expect(await constraintsOf(target)).toEqual(await constraintsOf(source));

      const group = await startGroup({ connection: target, startsAt: today.toISOString() });
      try {
        // Earlier sessions have ended. After signing in again, the figures are the same.
        expect((await group.api("GET", "/api/user/profile/", { token: oldToken })).status).toBe(
          401,
        );
        const token = await signInAs("chairperson", group);
        expect(await figures(group, token)).toEqual(await figures(old, oldToken));
        await payAContribution(group);
        await sealAudit(group.db);
        expect((await verifyBooks(group.db)).breaches).toEqual([]);
      } finally {
        await group.close();
      }
    },
  );

  test("every table is in the backup, except those that are named as left out", async () => {
    const tables = await readTables(source);
    expect(tables).toEqual(expect.arrayContaining(Object.keys(leftOut)));
    expect(Object.keys(plain.manifest.rows).toSorted()).toEqual(
      tables.filter((name) => !(name in leftOut)),
    );
  });

  test("a backup of an earlier release is brought up to date", async () => {
    const target = await createEmptyDatabase();
    const earlier = await createEmptyDatabase();
    const missing = "0004-throttle.sql";
    await loadDatabase(earlier, readBackup(small.file, clearKey), { acceptBroken: false });
    // Undoes one migration, which made a table that nothing refers to.
    await ask(earlier, `DELETE FROM migrations WHERE name = '${missing}'; DROP TABLE throttle`);
    const file = join(folder, "earlier");
    await writeBackup(earlier, { file, recipient: null, madeAt, key: signing });

    const { migrated } = await loadDatabase(target, readBackup(file, clearKey), {
      acceptBroken: false,
    });

    expect(migrated).toEqual([missing]);
    expect(await readTables(target)).toEqual(await readTables(source));
  });

  test("a group moves to another database without a file", async () => {
    const target = await createEmptyDatabase();
    const { verdict } = await moveDatabase(source, target, signing);
    expect(verdict.breaches).toEqual([]);
    expect(await readAll(target)).toEqual(await readAll(source));
  });

  test("a group does not move while a server writes", async () => {
    const server = new Client({ ...source, application_name: "akiba sealer" });
    await server.connect();
    await expect(moveDatabase(source, empty, signing)).rejects.toThrow(/server is running/);
    await server.end();
    expect(await readTables(empty)).toEqual([]);
  });
});

describe("a restore refuses and leaves nothing:", () => {
  test("a database that is not empty", async () => {
    const files = readBackup(plain.file, clearKey);
    await expect(loadDatabase(source, files, { acceptBroken: false })).rejects.toThrow(/not empty/);
  });

  test("another key, and no key", async () => {
    const { file } = encrypted;
    const other = await newBackupKey();
    expect(await refusalOf(readBackup(file, async () => other.identity))).toMatch(/another one/);
    expect(await refusalOf(readBackup(file, async () => "nothing here"))).toMatch(/no secret key/);
    expect(await refusalOf(readBackup(file, clearKey))).toMatch(/--identity/);
    expect((await readFile(file)).includes("wanjiku")).toBe(false);
  });

  test.each([0.001, 0.3, 0.7, 0.9999])("a file cut off at %d of its length", async (part) => {
    const bytes = await readFile(plain.file);
    const file = join(folder, `cut-${part}`);
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * part)));
    expect(await refusalOf(readBackup(file, clearKey))).toMatch(/cut off|altered/);
  });

  test.each([0.01, 0.4, 0.8])("a byte flipped at %d of an encrypted file", async (part) => {
    const bytes = await readFile(encrypted.file);
    bytes[Math.floor(bytes.length * part)]! ^= 1;
    const file = join(folder, `flipped-encrypted-${part}`);
    await writeFile(file, bytes);
    expect(await refusalOf(readBackup(file, async () => key.identity))).toMatch(/cut off|altered/);
  });

  test.each([0.01, 0.4, 0.8])("a byte flipped at %d of a plain file", async (part) => {
    const bytes = await readFile(plain.file);
    bytes[Math.floor(bytes.length * part)]! ^= 1;
    const file = join(folder, `flipped-${part}`);
    await writeFile(file, bytes);
    expect(await refusalOf(readBackup(file, clearKey))).toMatch(/cut off|altered|not a backup/);
  });

  test("an amount changed in the file, compressed again", async () => {
    const tar = gunzipSync(await readFile(plain.file)).toString("latin1");
    const changed = tar.replace(/(\t)100000(\t)/, "$1900000$2");
    expect(changed).not.toBe(tar);
    const file = join(folder, "changed");
    await writeFile(file, gzipSync(Buffer.from(changed, "latin1")));
    expect(await refusalOf(readBackup(file, clearKey))).toMatch(/altered/);
  });

  test.each([
    ["trial balance", "trial balance", /"bank": "\d+"/, '"bank": "1"'],
    [
      "head of the audit log",
      "head of the audit log",
      /"hash": "[0-9a-f]{64}"/,
      `"hash": "${"0".repeat(64)}"`,
    ],
    [
      "number of entries",
      "journal entries",
      /"entries": \d+,\n  "trial/,
      '"entries": 1,\n  "trial',
    ],
    ["number of rows", "number of rows", /"loans": \d+/, '"loans": 1'],
    [
      "checksum",
      "not what the manifest says",
      /copy": "[0-9a-f]{64}"/,
      `copy": "${"0".repeat(64)}"`,
    ],
  ])("a manifest with another %s", async (_what, complaint, pattern, instead) => {
    const files = await readFiles();
    const manifest = files.at(-2)!;
    const text = manifest.content.toString().replace(pattern, instead);
    expect(text).not.toBe(manifest.content.toString());
    const altered = [...files.slice(0, -2), { ...manifest, content: Buffer.from(text) }];
    expect(await refusalOf(params(altered))).toMatch(new RegExp(complaint));
  });

  test("a part left out, one added, and no manifest", async () => {
    const files = await readFiles();
    expect(
      await refusalOf(params(files.filter(({ name }) => !name.includes("/payments/")))),
    ).toMatch(/not what the manifest says/);
    expect(await refusalOf(params([...files, files[1]!]))).toMatch(/follows its manifest/);
    expect(await refusalOf(params(files.slice(0, -2)))).toMatch(/end is missing/);
    expect(await refusalOf(params(files.slice(1)))).toMatch(/does not begin/);
  });

  test("a file that is no backup, and one of a newer release", async () => {
    const file = join(folder, "letter");
    await writeFile(file, "Dear Treasurer");
    expect(await refusalOf(readBackup(file, clearKey))).toMatch(/cut off|altered/);
    const [header, ...others] = await readFiles();
    const text = header!.content.toString().replace(/"0014[^"]*"/, '"9999-next.sql"');
    expect(
      await refusalOf(params([{ ...header!, content: Buffer.from(text) }, ...others])),
    ).toMatch(/newer release/);
  });

  test("books that were broken when they were backed up, unless they are wanted so", async () => {
    const broken = await createEmptyDatabase();
    await loadDatabase(broken, readBackup(small.file, clearKey), { acceptBroken: false });
    await ask(
      broken,
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE payments SET amount_cents = amount_cents + 1 WHERE id = (SELECT min(id) FROM payments WHERE status = 'approved');
       COMMIT`,
    );
    const file = join(folder, "broken");
    await writeBackup(broken, { file, recipient: null, madeAt, key: signing });
    await expect(
      loadDatabase(empty, readBackup(file, clearKey), { acceptBroken: false }),
    ).rejects.toThrow(BrokenBooks);
    expect(await readTables(empty)).toEqual([]);
    const target = await createEmptyDatabase();
    const { verdict } = await loadDatabase(target, readBackup(file, clearKey), {
      acceptBroken: true,
    });
    expect(verdict.breaches.map(({ name }) => name)).toContain("approved-means-posted-once");
  });
});

const restore = async (
  files: AsyncIterable<TarEntry>,
  command: { acceptUnsigned?: boolean; signer?: string } = {},
) => loadDatabase(await createEmptyDatabase(), files, { acceptBroken: false, ...command });
const resigned = async (by: SigningKey) => {
  const files = await readFiles();
  return [...files.slice(0, -1), { ...files.at(-1)!, content: by.sign(files.at(-2)!.content) }];
};
/** The files as somebody would leave them who rewrites the backup but cannot sign it. */
const rewritten = async () => {
  const files = await readFiles();
  const manifest = files.at(-2)!;
  const text = manifest.content.toString().replace(/"made_at": "[^"]*"/, '"made_at": "2020-01-01"');
  return [...files.slice(0, -2), { ...manifest, content: Buffer.from(text) }, files.at(-1)!];
};

describe("the maker of a backup", () => {
  test("is recognised by its signature, with the digest of its manifest", async () => {
    const { origin } = await restore(readBackup(small.file, clearKey), {
      signer: signing.fingerprint.replaceAll(" ", "").toUpperCase(),
    });
    expect(origin).toEqual({ ...small.origin, signer: signing.fingerprint, isIntact: true });
    expect(origin.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test("is missing in an unsigned backup, which is refused unless that is accepted", async () => {
    const unsigned = (await readFiles()).slice(0, -1);
    expect(await refusalOf(params(unsigned))).toMatch(/^The backup is not signed/);
    const { origin } = await restore(params(unsigned), { acceptUnsigned: true });
    expect(origin).toMatchObject({ signer: null, isIntact: false });
  });

  test("is unknown if the signature belongs to another manifest", async () => {
    expect(await refusalOf(params(await rewritten()))).toMatch(/^The backup was altered/);
    const { origin } = await restore(params(await rewritten()), { acceptUnsigned: true });
    expect(origin.isIntact).toBe(false);
    const files = await readFiles();
    const nonsense = [...files.slice(0, -1), { ...files.at(-1)!, content: Buffer.from("{}") }];
    expect(await refusalOf(params(nonsense))).toMatch(/^The backup is not signed/);
  });

  test("is somebody else if another key signed it", async () => {
    const stranger = await openSigningKey(join(folder, "stranger.pem"));
    const files = await resigned(stranger);
    await expect(restore(params(files), { signer: signing.fingerprint })).rejects.toThrow(
      `The backup was not signed by ${signing.fingerprint} but by ${stranger.fingerprint}.`,
    );
    await expect(
      restore(params(await rewritten()), { signer: signing.fingerprint, acceptUnsigned: true }),
    ).rejects.toThrow("was not signed by");
    expect((await restore(params(files))).origin.signer).toBe(stranger.fingerprint);
  });

  test("does not save a backup whose content differs from its manifest", async () => {
    const files = (await readFiles()).map((file) =>
      file.name.startsWith("tables/payments/")
        ? { ...file, content: Buffer.concat([file.content, Buffer.from("x")]) }
        : file,
    );
    await expect(restore(params(files), { acceptUnsigned: true })).rejects.toThrow(/altered/);
  });

  test("has one key, even if two processes make it at once, and only its owner can read it", async () => {
    const file = join(folder, "new/key.pem");
    const keys = await Promise.all([openSigningKey(file), openSigningKey(file)]);
    expect(keys[0].fingerprint).toBe(keys[1].fingerprint);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const manifest = Buffer.from("{}");
    expect(readOrigin(manifest, keys[0].sign(manifest))).toMatchObject({
      signer: keys[1].fingerprint,
      isIntact: true,
    });
    await writeFile(file, "no key");
    await expect(openSigningKey(file)).rejects.toThrow("cannot be read as the key");
  });
});

test("a table larger than one part is cut at the ends of rows and comes back whole", async () => {
  const large = await createEmptyDatabase();
  await loadDatabase(large, readBackup(plain.file, clearKey), { acceptBroken: false });
  await ask(
    large,
    `INSERT INTO audit_entries (at, action, subject, after)
       SELECT now(), 'test.filler', 'test', jsonb_build_object('text', repeat(md5(n::text), 16)) FROM generate_series(1, 12000) n`,
  );
  const file = join(folder, "large");
  const { manifest } = await writeBackup(large, {
    file,
    recipient: key.recipient,
    madeAt,
    key: signing,
  });
  const parts = Object.keys(manifest.files).filter((name) =>
    name.startsWith("tables/audit_entries/"),
  );
  expect(parts.length).toBeGreaterThan(1);
  const target = await createEmptyDatabase();
  await loadDatabase(
    target,
    readBackup(file, async () => key.identity),
    { acceptBroken: true },
  );
  expect(await readAll(target)).toEqual(await readAll(large));
});

test("a backup that cannot be written leaves no file", async () => {
  const before = await readdir(folder);
  const file = join(folder, "of-nothing");
  await expect(writeBackup(empty, { file, recipient: null, madeAt, key: signing })).rejects.toThrow(
    /nothing to back up/,
  );
  await expect(
    writeBackup(source, { file, recipient: "age1nonsense", madeAt, key: signing }),
  ).rejects.toThrow(/no public key/);
  expect(await readdir(folder)).toEqual(before);
});

test("a tar file comes back as it was packed", async () => {
  const files = [
    { name: "one.json", content: Buffer.from("{}") },
    { name: "tables/two/00001.copy", content: Buffer.alloc(1536, "x") },
    { name: "empty", content: Buffer.alloc(0) },
  ];
  async function* pack() {
    yield* files;
  }
  const found: TarEntry[] = [];
  for await (const entry of unpackTar(packTar(pack(), madeAt))) found.push(entry);
  expect(found).toEqual(files);
});
