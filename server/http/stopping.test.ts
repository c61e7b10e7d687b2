import { connect } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { getAnswers } from "#contract/batch.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { startGroup } from "#tests/support/test-group.ts";
import { waitingForLocks } from "#tests/support/waiting-for-locks.ts";

test.each([
  { what: "a question", address: "/api/group/", answered: /HTTP\/1\.1 (\d+)/g },
  {
    what: "questions asked together",
    address: `${getAnswers.path}?ask=${encodeURIComponent("/api/group/")}`,
    answered: /"answers":\[\{"status":(\d+)/g,
  },
])("a server that stops still serves $what on a connection it is busy with", async (params) => {
  const group = await startGroup();
  const { token } = await group.pendingMember();
  const pool = openPool(group.connection, 1);
  const { hostname, port } = new URL(group.url);
  const requested = `GET ${params.address} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  const received: string[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk.toString()));
  const closed = new Promise((resolve) => socket.once("close", resolve));

  let stopping: Promise<void> | undefined;
  await openDatabase(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`LOCK TABLE group_settings`.execute(tx);
      socket.write(requested);
      const waiting = () => waitingForLocks(tx, { table: "group_settings" });
      await expect.poll(waiting).toHaveLength(1);
      stopping = group.close();
      socket.write(requested);
    });
  await stopping;
  await closed;
  await pool.end();
  const answers = [...received.join("").matchAll(params.answered)];
  expect(answers.map(([, status]) => status)).toEqual(["200", "200"]);
});
