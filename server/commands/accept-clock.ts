// npm run accept-clock: says that this machine's day is right, also if it is behind what the books have (SAFE-30).
import { parseArgs } from "node:util";
import type { PlainDate } from "#domain/calendar.ts";
import { inEnglish } from "#messages/translator.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { acceptClock } from "#server/core/clock/clock.ts";
import { inTransaction } from "#server/db/connection.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { readOptions, runCommand } from "#server/platform/command.ts";

const inWords = (day: PlainDate) => inEnglish("words.day", { day: { day } });

await runCommand(async () => {
  const { group } = readOptions("Usage: npm run accept-clock [-- --group NAME]", () =>
    parseArgs({ options: groupOption }),
  ).values;
  const database = await openMigratedDatabase(await readOwnConfig(group), () => undefined);
  try {
    const by = { now: new Date(), actorId: null, address: null };
    const { state, day, seenDay } = await inTransaction(database.db, (tx) => acceptClock(tx, by));
    await sealAudit(database.db);
    console.log(
      state === "ok"
        ? `The clock says ${inWords(day)}, which fits the books: there was nothing to accept.`
        : `Accepted ${inWords(day)} as the day; the last one that was seen is ${inWords(seenDay ?? day)}.`,
    );
  } finally {
    await database.close();
  }
});
