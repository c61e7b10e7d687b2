// npm run mail [-- --last N] [-- --to ADDRESS]: prints the mails of the database, newest last (API-16).
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { nairobiDate, nairobiTime } from "#domain/calendar.ts";
import { inEnglish } from "#messages/translator.ts";
import type { Database } from "#server/db/connection.ts";
import { openMigratedDatabase } from "#server/db/open-database.ts";
import { groupOption, readOwnConfig } from "#server/host/own-config.ts";
import { readOptions, runCommand, UsageError } from "#server/platform/command.ts";
import { writeOut } from "#server/platform/mailer.ts";

const USAGE = `Usage: npm run mail -- [--last 20] [--to name@example.com] [--group NAME]`;
const LAST_DEFAULT = 20;

async function main(): Promise<void> {
  const command = readArguments();
  const database = await openMigratedDatabase(
    await readOwnConfig(command.group),
    () => undefined,
    null,
    {
      takesOlder: true,
    },
  );
  try {
    const mails = await readMails(database.db, command);
    for (const mail of mails) console.log(`${whenOf(mail)}\n${writeOut(mail)}`);
    if (mails.length === 0) console.log("There is no mail.");
  } finally {
    await database.close();
  }
}

function whenOf({ created_at: at }: { created_at: Date }): string {
  const day = inEnglish("words.day", { day: { day: nairobiDate(at) } });
  return `${day} ${nairobiTime(at)}`;
}

function readArguments(): {
  last: number;
  recipient: string | undefined;
  group: string | undefined;
} {
  const options = { ...groupOption, last: { type: "string" }, to: { type: "string" } } as const;
  const { last, to, group } = readOptions(USAGE, () => parseArgs({ options }).values);
  const number = last === undefined ? LAST_DEFAULT : Number(last);
  if (!Number.isSafeInteger(number) || number < 1) throw new UsageError(USAGE);
  return { last: number, recipient: to, group };
}

/** The last `last` mails, newest last. The text of a sent mail is no longer stored. */
async function readMails(db: Database, command: { last: number; recipient: string | undefined }) {
  let query = db.selectFrom("mails").selectAll().orderBy("id", "desc").limit(command.last);
  if (command.recipient !== undefined)
    query = query.where(sql`lower(recipient)`, "=", command.recipient.toLowerCase());
  const mails = await query.execute();
  return mails
    .toReversed()
    .map((mail) => ({ ...mail, body: mail.body ?? "(sent; its text is no longer kept)" }));
}

await runCommand(main);
