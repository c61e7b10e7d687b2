import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

type Connection = Awaited<ReturnType<typeof createTestDatabase>>;

async function run(connection: Connection, ...statements: string[]) {
  const client = new Client(connection);
  await client.connect();
  const answers = [];
  for (const text of statements)
    answers.push(await client.query(text).catch((error: unknown) => error));
  await client.end();
  return answers;
}

test("a database that may lose what it has acknowledged is refused in one sentence", async () => {
  const connection = await createTestDatabase();
  const { host, user, database } = connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const index = { databaseUrl, dataDir: "/nowhere" };
  await run(connection, `ALTER DATABASE ${database} SET synchronous_commit = off`);
  await expect(openMigratedDatabase(index, () => undefined)).rejects.toMatchObject({
    message:
      "The database has synchronous_commit off, so that a power cut could lose payments that were acknowledged: switch it on and start again.",
    isForOperator: true,
  });
  await run(connection, `ALTER DATABASE ${database} SET synchronous_commit = local`);
  await (await openMigratedDatabase(index, () => undefined)).close();
});

test("PostgreSQL's own log keeps neither values nor statements of what it refused", async () => {
  const connection = await createTestDatabase();
  const insert = `INSERT INTO members (first_name, last_name, username, email, reg_number, phone, password_hash, created_at)
    VALUES ('Zuhura', 'Siri', 'zuhura.siri', 'zuhura.siri@example.com', 'REG/ZS', '0712345678', 'x', now())`;
  const answers = await run(
    connection,
    insert,
    insert,
    "SELECT 'zuhura.siri@example.com'::int",
    "SELECT directory FROM (SELECT current_setting('data_directory') AS directory) place",
  );
  const reported = answers.map((answer) => (answer instanceof Error ? answer.message : "done"));
  expect(reported.slice(0, 3).join("\n")).toContain("zuhura.siri@example.com");
  const [{ directory }] = (answers[3] as { rows: [{ directory: string }] }).rows;
  const log = await readFile(join(dirname(directory), "postgres.log"), "utf8");
  expect(log).not.toMatch(/zuhura|REG\/ZS|0712345678|INSERT INTO members/i);
});
