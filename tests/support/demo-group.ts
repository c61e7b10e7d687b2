// Databases with the demo group. Filling one takes twenty seconds of a processor, so a run does it once for each day.
import { fillDemoGroup } from "#demo/fill-demo-group.ts";
import { openMigrated } from "#server/db/open-database.ts";
import { createTestDatabase, shareDatabase } from "./test-database.ts";

/** The last minute of a leap day: a day on which several test files look at the demo group. */
export const leapDay = "2028-02-29T23:59:00+03:00";

/**
 * A database of the demo group at the moment `today`, for its owner. Losing it loses nothing, so it does not wait for
 * the disk, like the database that `npm run demo` fills.
 */
export async function createDemoDatabase(today: Date) {
  const filled = `akiba_demo_${today.getTime()}`;
  await shareDatabase(filled, async (connection) => {
    const owner = withoutDisk(connection);
    const database = await openMigrated({ connection: owner, owner }, () => undefined);
    await fillDemoGroup(database, today);
    await database.close();
    return "the demo group";
  });
  return withoutDisk(await createTestDatabase(filled));
}

const withoutDisk = <Connection extends object>(connection: Connection) =>
  Object.assign(connection, { options: "-c synchronous_commit=off" });
