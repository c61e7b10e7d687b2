// A member's statement of some days as the file that is attached to a mail.
import type { PlainDate } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { translatorFor } from "#messages/translator.ts";
import type { Database } from "#server/db/connection.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import { checkable, fileNameOf } from "./report-frame.ts";
import { statementReport } from "./statement-report.ts";

export type StatementOf = {
  memberId: number;
  language: Language;
  start: PlainDate;
  end: PlainDate;
  now: Date;
};

/** In the member's language. Holds no transaction while it prints; throws when it cannot be printed. */
export async function printStatement(
  db: Database,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
  { language, ...requested }: StatementOf,
) {
  const t = translatorFor(language);
  const made = checkable(await statementReport(db, { ...requested, kind: null, t }), {
    t,
    publicUrl,
  });
  const pdf = await printer.print(made.report, requested.memberId);
  return {
    name: `${fileNameOf(made)}.pdf`,
    mediaType: "application/pdf",
    content: Buffer.from(pdf).toString("base64"),
  };
}
