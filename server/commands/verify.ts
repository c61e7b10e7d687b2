// npm run verify: proves every invariant of the books; exit 1 with the offending ids when one breaks.
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { readLogHead } from "#server/core/audit-log/log-tree.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { readConfig } from "#server/platform/config.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";

const database = await openMigratedDatabase(readConfig(process.env), () => undefined);
try {
  const { checked, breaches } = await verifyBooks(database.db);
  for (const breach of breaches) {
    console.error(`BROKEN ${breach.name}: ${breach.holds}`);
    for (const { id, found } of breach.offenders) console.error(`  ${id}: ${found}`);
  }
  console.log(`${checked - breaches.length} of ${checked} invariants hold.`);
  // Noted elsewhere, it shows later that nobody has rewritten the log from here on.
  const head = await readLogHead(database.db);
  if (head !== null)
    console.log(`Log: ${head.size} entries, fingerprint ${writeFingerprint(head.fingerprint)}`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
} finally {
  await database.close();
}
