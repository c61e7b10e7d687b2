// The whole journal as a file in a format of plain-text accounting (BOOK-23).
import { nairobiDate } from "#domain/calendar.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { inTransaction, type Database } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { beancount } from "./beancount.ts";
import { csv } from "./csv.ts";
import { hledger } from "./hledger.ts";
import type { JournalFormat } from "./journal-format.ts";
import { readJournal } from "./journal-pages.ts";

const formats = { hledger, beancount, csv } satisfies Record<string, JournalFormat>;

export type FormatName = keyof typeof formats;

/** The file, written piece by piece as it is read. That the books left the house is kept in the audit log. */
export async function exportJournal(
  db: Database,
  by: Pick<SignedInRequest, "actor" | "now" | "origin">,
  formatName: FormatName,
) {
  const format: JournalFormat = formats[formatName];
  const exportedOn = nairobiDate(by.now);
  const { name: groupName } = await readGroupSettings(db);
  await inTransaction(db, (tx) =>
    recordAudit(tx, {
      now: by.now,
      actorId: by.actor.id,
      action: "journal.export",
      subject: "journal",
      subjectId: null,
      after: { format: formatName },
      address: by.origin.address,
    }),
  );
  return {
    name: `akiba-journal-${exportedOn}.${format.extension}`,
    mediaType: `${format.mediaType}; charset=utf-8`,
    content: write(db, format, { groupName, exportedOn }),
  };
}

async function* write(
  db: Database,
  format: JournalFormat,
  params: { groupName: string; exportedOn: string },
): AsyncGenerator<string> {
  let begun = false;
  for await (const page of readJournal(db)) {
    if (!begun) yield format.head({ ...params, firstDay: page[0]?.date ?? params.exportedOn });
    begun = true;
    yield page.map((entry) => format.entry(entry)).join("");
  }
  if (!begun) yield format.head({ ...params, firstDay: params.exportedOn });
}
