// Gives somebody what rights.ts does not list, in each way that docs/invariants.md names: `verify` names it, and the server does
// not start if its role could use it.
import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requireHeldBack } from "#server/db/held-back.ts";
import { asServer, openMigratedDatabase } from "#server/db/open-database.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { evidenceInvariants, notCompared, type Evidence } from "./evidence.ts";
import { verifyBooks } from "./verify-books.ts";

let group: TestGroup;
let evidence: Evidence;
/** Of the database's owner, who is a superuser here. */
let client: Client;

beforeAll(async () => {
  group = await startGroup();
  evidence = await group.evidence();
  client = new Client(group.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await group.close();
});

const inDatabase = (statement: string) =>
  `DO $$ BEGIN EXECUTE format('${statement}', current_database()); END $$`;

/** Roles belong to all databases of the PostgreSQL, so every statement is rolled back. */
async function brokenAfter(statements: string, known = evidence): Promise<string[]> {
  await client.query("BEGIN");
  try {
    await client.query(statements);
    const broken: string[] = [];
    for (const { name, sql } of evidenceInvariants(known))
      if ((await client.query(sql)).rows.length > 0) broken.push(name);
    return broken;
  } finally {
    await client.query("ROLLBACK");
  }
}

const ways: readonly (readonly [way: string, caughtBy: string, statements: string])[] = [
  ...["SUPERUSER", "CREATEROLE", "REPLICATION", "BYPASSRLS"].map(
    (attribute) =>
      [
        `the server's role made ${attribute}`,
        "server-role-is-plain",
        `ALTER ROLE akiba_server ${attribute}`,
      ] as const,
  ),
  [
    "the server's role made a member of the owner's",
    "server-role-is-in-no-role",
    "GRANT akiba TO akiba_server",
  ],
  [
    "the server's role made a member of one that writes everywhere",
    "server-role-is-in-no-role",
    "CREATE ROLE between; GRANT pg_write_all_data TO between; GRANT between TO akiba_server",
  ],
  [
    "a table given to the server's role",
    "server-role-owns-nothing",
    "ALTER TABLE postings OWNER TO akiba_server",
  ],
  [
    "a function given to the server's role",
    "server-role-owns-nothing",
    "ALTER FUNCTION refuse_change() OWNER TO akiba_server",
  ],
  [
    "the schema given to the server's role",
    "server-role-owns-nothing",
    "ALTER SCHEMA public OWNER TO akiba_server",
  ],
  [
    "the database given to the server's role",
    "server-role-owns-nothing",
    inDatabase("ALTER DATABASE %I OWNER TO akiba_server"),
  ],
  [
    "a right on an append-only table",
    "rights-as-listed",
    "GRANT UPDATE ON postings TO akiba_server",
  ],
  [
    "a right on one column",
    "rights-as-listed",
    "GRANT UPDATE (amount_cents) ON postings TO akiba_server",
  ],
  ["a right of everybody", "rights-as-listed", "GRANT DELETE ON audit_entries TO PUBLIC"],
  [
    "a right that may be passed on",
    "rights-as-listed",
    "GRANT SELECT ON members TO akiba_server WITH GRANT OPTION",
  ],
  [
    "a counter that may be set back",
    "rights-as-listed",
    "GRANT UPDATE ON SEQUENCE entries_id_seq TO akiba_server",
  ],
  [
    "the right to switch triggers off",
    "rights-as-listed",
    "GRANT TRIGGER ON postings TO akiba_server",
  ],
  [
    "everybody may make tables in the schema",
    "nothing-else-is-granted",
    "GRANT CREATE ON SCHEMA public TO PUBLIC",
  ],
  [
    "the server's role may make schemas",
    "nothing-else-is-granted",
    inDatabase("GRANT CREATE ON DATABASE %I TO akiba_server"),
  ],
  [
    "the server's role may set what switches triggers off",
    "nothing-else-is-granted",
    "GRANT SET ON PARAMETER session_replication_role TO akiba_server",
  ],
  [
    "a function in another schema that runs as the owner",
    "nothing-else-is-granted",
    "CREATE SCHEMA aside; CREATE FUNCTION aside.rewrite() RETURNS void LANGUAGE sql SECURITY DEFINER AS 'UPDATE public.postings SET amount_cents = 1'",
  ],
  [
    "another role that may change a table",
    "nobody-else-may-write",
    "CREATE ROLE thief; GRANT UPDATE ON payments TO thief",
  ],
  [
    "another role that acts as the server's",
    "nobody-else-may-write",
    "CREATE ROLE thief; GRANT akiba_server TO thief",
  ],
  [
    "another role that may write everywhere",
    "nobody-else-may-write",
    "CREATE ROLE thief; CREATE ROLE between; GRANT pg_write_all_data TO between; GRANT between TO thief",
  ],
  [
    "rights on the tables of releases to come",
    "nobody-else-may-write",
    "CREATE ROLE thief; ALTER DEFAULT PRIVILEGES GRANT UPDATE ON TABLES TO thief",
  ],
  [
    "a table given to another role",
    "owned-by-their-owner",
    "CREATE ROLE thief; ALTER TABLE members OWNER TO thief",
  ],
  [
    "a function given to another role",
    "owned-by-their-owner",
    "CREATE ROLE thief; ALTER FUNCTION refuse_change() OWNER TO thief",
  ],
  [
    "the database given to another role",
    "owned-by-their-owner",
    `CREATE ROLE thief; ${inDatabase("ALTER DATABASE %I OWNER TO thief")}`,
  ],
  ...[
    ["synchronous_commit", "off"],
    ["session_replication_role", "replica"],
    ["search_path", "aside, public"],
    ["search_path", "public, pg_catalog"],
    ["row_security", "off"],
    ["transform_null_equals", "on"],
    ["zero_damaged_pages", "on"],
    ["local_preload_libraries", "thief"],
  ].flatMap(([name, value]) =>
    [
      ["of the server's role", "ALTER ROLE akiba_server SET"],
      ["of the server's role here", "ALTER ROLE akiba_server IN DATABASE %I SET"],
      ["of the database", "ALTER DATABASE %I SET"],
    ].map(
      ([whose, alter]) =>
        [
          `${name} = ${value} ${whose}`,
          "settings-keep-the-guards",
          inDatabase(`${alter} ${name} = ${value}`),
        ] as const,
    ),
  ),
  [
    "the server's role set to work as the owner",
    "settings-keep-the-guards",
    "GRANT akiba TO akiba_server; ALTER ROLE akiba_server SET role = akiba",
  ],
  [
    "an event trigger",
    "nothing-acts-by-itself",
    "CREATE FUNCTION act() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; CREATE EVENT TRIGGER acts ON ddl_command_end EXECUTE FUNCTION act()",
  ],
  [
    "a table of another schema whose rows show in ours",
    "schema-as-migrated",
    "CREATE SCHEMA aside; CREATE TABLE aside.postings () INHERITS (postings)",
  ],
  [
    "a counter that counts backwards",
    "schema-as-migrated",
    "ALTER TABLE audit_entries ALTER COLUMN id SET INCREMENT BY -1 SET MINVALUE -9",
  ],
];

describe("verify names who may write besides the application:", () => {
  test.each(ways)("%s", async (_way, caughtBy, statements) => {
    expect(await brokenAfter(statements)).toContain(caughtBy);
  });

  test("a superuser of the embedded PostgreSQL", async () => {
    const { roles } = evidence.writers!;
    const embedded = { ...evidence, writers: { roles, isEmbedded: true, switchedOff: [] } };
    expect(await brokenAfter("CREATE ROLE thief SUPERUSER LOGIN", embedded)).toContain(
      "no-other-role",
    );
  });

  test("a setting that the server's own connections have from elsewhere", async () => {
    const { roles } = evidence.writers!;
    const switchedOff = ["row_security = off"];
    const known = { ...evidence, writers: { roles, isEmbedded: false, switchedOff } };
    expect(await brokenAfter("SELECT", known)).toEqual(["server-works-with-the-guards"]);
  });
});

test("each way is named in docs/invariants.md with the invariant that catches it", async () => {
  const page = await readFile("docs/invariants.md", "utf8");
  const lines = ways
    .filter(([, caughtBy]) => caughtBy !== "settings-keep-the-guards")
    .map(([way, caughtBy]) => `- ${way}: \`${caughtBy}\``);
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
});

test("the group is clean, as the server's role sees it too", async () => {
  expect((await verifyBooks(group.db, evidence)).breaches).toEqual([]);
});

/** Runs the statements in a database of its own, tries to start on it, and takes the statements back. */
async function refusal(statements: string, takeBack: string): Promise<string> {
  const connection = await createTestDatabase();
  const owner = new Client(connection);
  await owner.connect();
  try {
    await owner.query(inDatabase(statements));
    return await requireHeldBack({ connection: asServer(connection), owner: connection }).then(
      () => "started",
      (error: Error) => error.message,
    );
  } finally {
    await owner.query(inDatabase(takeBack));
    await owner.end();
  }
}

describe("a start", () => {
  test.each([
    [
      "ALTER TABLE postings OWNER TO akiba_server",
      "ALTER TABLE postings OWNER TO akiba",
      "akiba_server owns table postings",
    ],
    [
      "GRANT UPDATE ON postings TO PUBLIC",
      "REVOKE UPDATE ON postings FROM PUBLIC",
      "everybody may UPDATE postings",
    ],
    [
      "GRANT CREATE ON SCHEMA public TO akiba_server",
      "REVOKE CREATE ON SCHEMA public FROM akiba_server",
      "akiba_server may CREATE in schema public",
    ],
  ])("is refused in one sentence after %s", async (statements, takeBack, found) => {
    expect(await refusal(statements, takeBack)).toBe(
      `The database does not hold back the server's role (${found}): take that back and start again; npm run verify lists all that is wrong.`,
    );
  });

  test.each(["row_security = off", "search_path = public, pg_catalog"])(
    "is refused in one sentence with %s for the server's role",
    async (setting) => {
      const [name = ""] = setting.split(" ");
      expect(
        await refusal(
          `ALTER ROLE akiba_server IN DATABASE %I SET ${setting}`,
          `ALTER ROLE akiba_server IN DATABASE %I RESET ${name}`,
        ),
      ).toBe(
        `The database has ${setting} for the server's role, which switches off what guards the books: take that setting back and start again.`,
      );
    },
  );

  test("on an external database is refused if the server's role may lose what it acknowledged", async () => {
    const connection = await createTestDatabase();
    const { host, port, database } = connection;
    const address = (user: string) =>
      `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;
    const owner = new Client(connection);
    await owner.connect();
    await owner.query(
      inDatabase("ALTER ROLE akiba_server IN DATABASE %I SET synchronous_commit = off"),
    );
    await owner.end();
    const location = { databaseUrl: address("akiba_server"), migrateUrl: address("akiba") };
    await expect(
      openMigratedDatabase({ ...location, dataDir: "/nowhere" }, () => undefined),
    ).rejects.toThrow(/^The database has synchronous_commit off/);
  });

  test("leaves what a check is to find, and a later one takes it back and says so", async () => {
    const connection = await createTestDatabase();
    const { host, port, database } = connection;
    const address = (user: string) =>
      `postgres://${user}@localhost/${database}?host=${host}&port=${port}`;
    const location = {
      databaseUrl: address("akiba_server"),
      migrateUrl: address("akiba"),
      dataDir: "/nowhere",
    };
    const owner = new Client(connection);
    await owner.connect();
    await owner.query("GRANT UPDATE (amount_cents) ON postings TO akiba_server");
    const may = async () =>
      (
        await owner.query<{ may: boolean }>(
          "SELECT has_any_column_privilege('akiba_server', 'postings', 'UPDATE') AS may",
        )
      ).rows[0]?.may;
    const checking = await openMigratedDatabase(location, () => undefined, null, {
      takesOlder: true,
    });
    await checking.close();
    expect(await may()).toBe(true);
    const printed: string[] = [];
    await (await openMigratedDatabase(location, (line) => printed.push(line))).close();
    expect(await may()).toBe(false);
    expect(printed).toEqual([
      "database: took back rights on postings that the server's role must not have",
    ]);
    await owner.end();
  });
});

test("a check says what it does not compare", async () => {
  const { roles } = evidence.writers!;
  const of = (writers: Evidence["writers"]) => notCompared({ ...evidence, writers });
  expect(of({ roles, isEmbedded: true, switchedOff: [] })).toEqual([]);
  expect(of({ roles, isEmbedded: false, switchedOff: [] })).toHaveLength(1);
  const alone = { ...roles, server: roles.owner };
  expect(of({ roles: alone, isEmbedded: false, switchedOff: [] })[0]).toMatch(
    /^The server signs in as akiba, the owner/,
  );
});
