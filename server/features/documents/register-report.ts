// The register of a day as a PDF: its members, and who held which office (MEET-12).
import type { RegisterView } from "#contract/register.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { printedName } from "#domain/members/names.ts";
import { type Actor, officeOf } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readRegister } from "#server/core/offices/read-register.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, type NamedReport } from "./report-frame.ts";

type Params = { date: PlainDate | undefined; actor: Actor; now: Date; t: Translate };

/** Refuses as `readRegister`. */
export async function registerReport(
  reader: Reader,
  { date, actor, now, t }: Params,
): Promise<NamedReport> {
  const register = await readRegister(reader, { actor, now, date, page: null });
  const title = t("reports.register.title");
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: [title, register.date],
    content: {
      title,
      about: t("reports.asOn", { date: { day: register.date } }),
      facts: [{ label: t("reports.register.count"), value: String(register.count) }],
      tables: [
        bearersTable(register, t),
        membersTable(register, { t, hasContacts: officeOf(actor) !== null }),
      ],
    },
  });
}

function bearersTable({ office_bearers: bearers }: RegisterView, t: Translate): ReportTable {
  return {
    title: t("reports.register.bearers"),
    columns: [
      { title: t("reports.receipt.office"), width: 130 },
      { title: t("reports.member") },
      { title: t("reports.register.from"), width: 84 },
      { title: t("reports.register.until"), width: 84 },
    ],
    rows:
      bearers.length === 0
        ? [{ kind: "note", text: t("reports.noneInTable") }]
        : bearers.map(({ member, office, from, until }) => ({
            kind: "line",
            cells: [
              t(`words.offices.${office}`),
              `${printedName(member)} (${member.reg_number})`,
              dayInWords(t, from),
              until === null ? "–" : dayInWords(t, until),
            ],
          })),
  };
}

function membersTable(
  { members }: RegisterView,
  { t, hasContacts }: { t: Translate; hasContacts: boolean },
): ReportTable {
  return {
    title: t("reports.register.members"),
    columns: [
      { title: t("reports.register.number"), width: 28, isFigure: true },
      { title: t("reports.register.regNo"), width: 66 },
      { title: t("reports.receipt.name") },
      { title: t("reports.register.joined"), width: 66 },
      { title: t("reports.receipt.office"), width: 66 },
      ...(hasContacts ? [{ title: t("reports.register.contacts"), width: 132 }] : []),
    ],
    rows: members.map(({ member, joined_on: joinedOn, office, phone, email }, index) => ({
      kind: "line",
      cells: [
        String(index + 1),
        member.reg_number,
        printedName(member),
        dayInWords(t, joinedOn),
        office === null ? "" : t(`words.offices.${office}`),
        ...(hasContacts ? [[phone, email].filter(Boolean).join("\n")] : []),
      ],
    })),
  };
}
