// A group's database says on each new connection which group it is of; another one is never served (GROUP-5).
import type { ClientBase } from "pg";
import { away } from "#server/db/database-away.ts";
import type { DatabaseGuard } from "#server/db/seen-database.ts";

/** The same guard, which also refuses a database with another identity. */
export function requireIdentity(guard: DatabaseGuard, identity: string): DatabaseGuard {
  return {
    ...guard,
    verify: (client, done) => {
      requireOwn(client, identity).then(() => guard.verify(client, done), done);
    },
  };
}

async function requireOwn(client: ClientBase, identity: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>("SELECT id FROM group_identity");
  if (rows[0]?.id !== identity)
    throw away("The database is not that of this group, but a copy or another one.");
}
