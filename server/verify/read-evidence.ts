// What `verify` knows besides the database: read anew for each check, so that it is that of the program that runs.
import { readStoredHeads } from "#server/backup/stored-heads.ts";
import type { ConnectionOptions } from "#server/db/connection.ts";
import { readExpectedSchema } from "#server/db/expected-schema.ts";
import { schemaObjects, type Evidence } from "./evidence-invariants.ts";

/** `owner` may make a schema in the database; the tree heads are those of the backups in `backupDir`. */
export async function readEvidence({
  owner,
  backupDir,
}: {
  owner: ConnectionOptions;
  backupDir: string | null;
}): Promise<Evidence> {
  const schema = await readExpectedSchema(owner, schemaObjects);
  return { schema, heads: backupDir === null ? [] : await readStoredHeads(backupDir) };
}
