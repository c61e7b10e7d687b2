import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";

// `npx vitest run server/db/tables.test.ts -u` writes them anew after a migration.
test("the row types in tables.ts are those of the real schema", async () => {
  const { host, user, database } = await createTestDatabase();
  const { stdout } = await promisify(execFile)("node_modules/.bin/kysely-codegen", [
    "--url",
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    "--dialect",
    "postgres",
    "--date-parser",
    "string",
    "--type-mapping",
    '{"int8":"bigint"}',
    "--exclude-pattern",
    "graphile_worker.*",
    "--print",
  ]);
  const types = stdout.slice(stdout.indexOf("/**"));
  await expect(types).toMatchFileSnapshot("./tables.ts");
});
