// The frame of every report: the group at the top, and at the bottom the time of printing and the state of the log.
import { nairobiDate, nairobiTime, type PlainDate } from "#domain/calendar.ts";
import { formatAmount } from "#domain/money.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import type { MessageKey } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import type { GroupSettings } from "#server/core/members/group-settings.ts";
import { readTreeHead } from "#server/core/audit-log/log-tree.ts";
import type { Reader } from "#server/db/connection.ts";
import type { Report } from "#server/platform/pdf/report.ts";

/** A report, and the part of its file's name after the group's. */
export type NamedReport = { report: Report; named: readonly string[] };

type Content = Pick<Report, "title" | "about"> &
  Partial<Pick<Report, "facts" | "tables" | "notes" | "code">>;

export async function frameReport(
  reader: Reader,
  params: {
    group: GroupSettings;
    now: Date;
    named: readonly string[];
    content: Content;
    t: Translate;
  },
): Promise<NamedReport> {
  const { group, now, named, content, t } = params;
  const head = await readTreeHead(reader);
  return {
    named,
    report: {
      language: t("reports.language"),
      pageNumber: t("reports.pageNumber"),
      facts: [],
      tables: [],
      notes: [],
      ...content,
      group: group.name,
      madeAt: now,
      foot: [
        t("reports.printedOn", {
          day: { day: nairobiDate(now) },
          time: nairobiTime(now),
        }),
        head === null
          ? t("reports.logEmpty")
          : t("reports.logHead", {
              count: formatCount(BigInt(head.size)),
              entries: head.size,
              fingerprint: writeFingerprint(head.fingerprint),
            }),
      ],
    },
  };
}

/** With the address where its reader can check that the log still begins as the footer says. */
export function checkable(
  { report, named }: NamedReport,
  { t, publicUrl }: { t: Translate; publicUrl: string },
): NamedReport {
  const place = `${publicUrl.replace(/^https?:\/\//, "")}/check`;
  return { named, report: { ...report, foot: [...report.foot, t("reports.checkAt", { place })] } };
}

/** The name of a report's file, without its ending. */
export function fileNameOf({
  report,
  named,
}: Pick<NamedReport, "named"> & { report: Pick<Report, "group"> }): string {
  return [report.group, ...named].map(toFileWord).filter(Boolean).join("-");
}

/** `05 Aug 2026`. */
export function dayInWords(t: Translate, day: PlainDate): string {
  return t("words.day", { day: { day } });
}

/** A status of an answer in words: `pending_approval` is "Pending approval". */
export function statusWords(t: Translate, status: string): string {
  // Every status of the contract has its word (messages/en/words.ts).
  return t(`words.statuses.${status}` as MessageKey);
}

function formatCount(count: bigint): string {
  return formatAmount(count * 100n).replace(/\.00$/, "");
}

/** Letters and digits that every file system accepts: `Mũthoni's Group` becomes `muthoni-s-group`. */
function toFileWord(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);
}
