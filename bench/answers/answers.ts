// What others wait, and what the server and its processes take, while something heavy or hostile is on its way: one file
// for each of them, in one group, each on a server that has done nothing yet.
import { type Group, withDatabase } from "../database.ts";
import { signInAll, type Tokens } from "../load.ts";
import type { Figure } from "../results.ts";
import { startServer, type ServerProcess, untilQuiet } from "../server-process.ts";
import { measureConnections } from "./connections.ts";
import { measureHostileUploads } from "./hostile-uploads.ts";
import { measureLargeStatements } from "./large-statements.ts";
import { measureMovingIn } from "./moving-in.ts";
import { measurePipelining } from "./pipelining.ts";

type Scene = { group: Group; server: ServerProcess; tokens: Tokens };

/** The first brings the members in, so that the others are measured in a group of 500. */
const measures: Record<string, (scene: Scene) => Promise<Figure[]>> = {
  "moving in": measureMovingIn,
  "large statements": measureLargeStatements,
  "hostile uploads": measureHostileUploads,
  connections: measureConnections,
  pipelining: measurePipelining,
};

export function measureAnswers(
  { databaseUrl }: { databaseUrl: string | null },
  say: (line: string) => void,
): Promise<Figure[]> {
  return withDatabase(databaseUrl, async (group) => {
    await addOfficials(group);
    const figures: Figure[] = [];
    for (const [what, measure] of Object.entries(measures)) {
      say(`  ${what}`);
      await group.client.query("VACUUM ANALYZE");
      const tokens = await signInAll(group.database.db);
      const server = await startServer(group.directory);
      try {
        await untilQuiet(group.client);
        figures.push(...(await measure({ group, server, tokens })));
      } finally {
        await server.stop();
      }
    }
    return figures;
  });
}

/** Three officials and a member, without books. */
async function addOfficials({ client }: Group): Promise<void> {
  await client.query(`
    INSERT INTO members (username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, office,
                         created_at, email_verified_at, approved_on)
    SELECT 'member' || n, 'Amina', 'Otieno ' || n, 'member' || n || '@example.com', '+2547' || lpad(n::text, 8, '0'),
           'BENCH/' || n, 'nobody signs in with a password', 'active', true,
           (ARRAY['Chairperson', 'Treasurer', 'Sec-Gen'])[n], '2025-01-10 09:00Z', '2025-01-10 09:00Z', '2025-01-10'
      FROM generate_series(1, 4) n`);
}
