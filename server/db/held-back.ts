// The server starts only if the database holds back its role: no attribute, membership, ownership, grant or setting may give it
// more than rights.ts lists (SAFE-17).
import { OperatorError } from "#server/platform/command.ts";
import {
  guardsSwitchedOff,
  writerInvariants,
  type Roles,
} from "#server/verify/writer-invariants.ts";
import type { ConnectionOptions } from "./connection.ts";
import { isNewer, readRole } from "./migrate.ts";
import { withClient } from "./primary.ts";

/** The roles of the two connections, by the names that PostgreSQL has for them, and the schema of the owner. */
export async function readRoles(connections: {
  server: ConnectionOptions;
  owner: ConnectionOptions;
}): Promise<Roles> {
  const { rows } = await withClient(connections.owner, (client) =>
    client.query<{ owner: string; schema: string }>(
      "SELECT current_user AS owner, current_schema() AS schema",
    ),
  );
  return { server: await readRole(connections.server), ...rows[0]! };
}

/** The settings of the server's own connections that switch off what guards the books, each as `name = value`. */
export async function readGuardsSwitchedOff(
  server: ConnectionOptions,
  { schema }: Roles,
): Promise<string[]> {
  const { rows } = await withClient(server, (client) =>
    client.query<{ found: string }>(guardsSwitchedOff(schema)),
  );
  return rows.map(({ found }) => found);
}

/**
 * Throws an `OperatorError` that names the first thing by which the server's role could do more than the list says, or everybody.
 * Returns the first thing by which another could, which does not hold up the start; null for none.
 */
export async function requireHeldBack({
  connection,
  owner,
}: {
  connection: ConnectionOptions;
  owner: ConnectionOptions;
}): Promise<string | null> {
  const roles = await readRoles({ server: connection, owner });
  const [off] = await readGuardsSwitchedOff(connection, roles);
  if (off !== undefined)
    throw new OperatorError(
      `The database has ${off} for the server's role, which switches off what guards the books: take that setting back and start again.`,
    );
  const { dangerous, others } = await withClient(connection, async (client) => {
    // A newer release grants what this one does not list.
    const skipped = (await isNewer(client)) ? "rights-as-listed" : null;
    let others: string | null = null;
    for (const { name, isDangerous, sql } of writerInvariants(roles)) {
      if (name === skipped || (!isDangerous && others !== null)) continue;
      const { rows } = await client.query<{ found: string }>(`${sql} LIMIT 1`);
      const [first] = rows;
      if (first === undefined) continue;
      if (isDangerous) return { dangerous: first.found, others };
      others = first.found;
    }
    return { dangerous: null, others };
  });
  if (dangerous !== null)
    throw new OperatorError(
      roles.server === roles.owner
        ? `The database lets everybody do what only the server may (${dangerous}): take that back and start again; npm run verify lists all that is wrong.`
        : `The database does not hold back the server's role (${dangerous}): take that back and start again; npm run verify lists all that is wrong.`,
    );
  return others;
}
