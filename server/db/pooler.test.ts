import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { openPool } from "./connection.ts";
import { requireSessions } from "./pooler.ts";

/** The names that a connection sends at its start; PgBouncer knows few of them, and refuses the others. */
async function startedWith(work: (url: string) => Promise<unknown>): Promise<string[]> {
  const database = await createTestDatabase();
  const names = new Set<string>();
  const server = createServer((near) => {
    near.once("data", (first: Buffer) => {
      // Length and version, then names and values, each with a zero at its end.
      const words = first.subarray(8).toString().split("\0");
      for (let index = 0; index + 1 < words.length && words[index] !== ""; index += 2)
        names.add(words[index]!);
      const far: Socket = connect(`${database.host}/.s.PGSQL.${database.port}`);
      far.write(first);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await work(`postgres://${database.user}@127.0.0.1:${port}/${database.database}`);
  } finally {
    server.close();
  }
  return [...names].toSorted();
}

async function expectLimits(connectionString: string): Promise<void> {
  const pool = openPool({ connectionString }, 1);
  const { rows } = await pool.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
  );
  expect(rows).toEqual([{ statement: "10s", lock: "3s", idle: "15s" }]);
  await pool.end();
}

test("a connection asks for nothing that PgBouncer does not know, and has its limits all the same", async () => {
  expect(await startedWith(expectLimits)).toEqual([
    "application_name",
    "client_encoding",
    "database",
    "user",
  ]);
});

test("sessions of one's own are taken", async () => {
  await expect(requireSessions(await createTestDatabase())).resolves.toBeUndefined();
});
