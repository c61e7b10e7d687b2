// The minutes of a meeting as a PDF: who was there, what was said and decided, fines, and what the group held (MEET-9, MEET-10).
import type { MeetingView } from "#contract/meetings.ts";
import type { Person } from "#contract/people.ts";
import { assert } from "#domain/assert.ts";
import { attendances } from "#domain/meetings/attendance.ts";
import { printedName } from "#domain/members/names.ts";
import { formatAmount, fromKes, sumOf } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readCollections } from "#server/core/approvals/read-collections.ts";
import { readMeeting } from "#server/core/meetings/read-meetings.ts";
import { readAdoptedAt } from "#server/core/meetings/read-minutes.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportRow, ReportTable } from "#server/platform/pdf/report.ts";
import { frameReport, type NamedReport } from "./report-frame.ts";

/** As they are adopted at this moment. */
type Adopting = { atMeetingId: number; proposedBy: number; secondedBy: number };

type Params = { id: number; now: Date; t: Translate; adopting?: Adopting };

/**
 * A draft, unless it is `adopting`. Refuses with `not-found` a meeting that is not there, and one that has not opened or was
 * cancelled.
 */
export async function minutesReport(
  reader: Reader,
  { id, now, t, adopting }: Params,
): Promise<NamedReport> {
  const meeting = await readMeeting(reader, id);
  if (meeting === undefined) throw refuse("not-found");
  if (meeting.status === "called") throw refuse("meeting-not-begun");
  if (meeting.status === "cancelled") throw refuse("meeting-cancelled");
  const title = t("reports.minutes.of", { number: String(meeting.number) });
  const adopted = adopting === undefined ? null : await nameAdoption(reader, adopting, t);
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: minutesNamed(t, meeting),
    content: {
      title: adopted === null ? t("reports.minutes.draft", { title }) : title,
      about: t("reports.minutes.about", {
        kind: meeting.kind,
        date: { day: meeting.date },
        time: meeting.time ?? "none",
        where: meeting.place,
      }),
      facts: [...(await headingOf(reader, meeting, t)), ...(adopted ?? [])],
      tables: [
        itemsTable(meeting, t),
        await adoptedTable(reader, meeting, t),
        resolutionsTable(meeting, t),
        await collectionsTable(reader, meeting, t),
        finesTable(meeting, t),
        exceptionsTable(meeting, t),
        balancesTable(meeting, t),
        rollTable(meeting, t),
        signaturesTable(meeting, t),
      ].filter((table) => table !== null),
      notes: adopted === null ? [t("reports.minutes.draftNote")] : [],
    },
  });
}

/** The parts of its file's name after the group's. */
export function minutesNamed(
  t: Translate,
  { number, date }: { number: number; date: string },
): string[] {
  return [t("reports.minutes.file"), String(number), date];
}

async function headingOf(reader: Reader, meeting: MeetingView, t: Translate) {
  const { called_at, opened_at, closed_at } = await reader
    .selectFrom("meetings")
    .select(["called_at", "opened_at", "closed_at"])
    .where("id", "=", meeting.id)
    .executeTakeFirstOrThrow();
  const { counts, quorum } = meeting;
  const roll = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const moment = (label: "called" | "opened" | "closed", at: Date | null) => ({
    label: t(`reports.minutes.${label}`),
    value: at === null ? "–" : t("reports.receipt.at", { at: { at } }),
  });
  return [
    moment("called", called_at),
    moment("opened", opened_at),
    moment("closed", closed_at),
    { label: t("reports.minutes.chair"), value: nameOrNone(meeting.chair) },
    { label: t("reports.minutes.secretary"), value: nameOrNone(meeting.secretary) },
    {
      label: t("reports.minutes.there"),
      value: t("reports.minutes.thereOf", { there: quorum.there, roll: String(roll) }),
    },
    {
      label: t("reports.minutes.quorum"),
      value: t("reports.minutes.quorumOf", {
        rule: quorum.rule,
        needed: quorum.needed,
        reached: String(quorum.reached),
      }),
    },
  ];
}

async function nameAdoption(
  reader: Reader,
  { atMeetingId, proposedBy, secondedBy }: Adopting,
  t: Translate,
) {
  const later = await readMeeting(reader, atMeetingId);
  assert(later !== undefined, `meeting ${atMeetingId} is there`);
  const named = (id: number) => {
    const row = later.roll.find(({ member }) => member.id === id);
    assert(row !== undefined, `member ${id} is on the roll of meeting ${atMeetingId}`);
    return printedPerson(row.member);
  };
  return [
    {
      label: t("reports.minutes.adoptedAt"),
      value: t("reports.minutes.meetingOn", {
        number: String(later.number),
        date: { day: later.date },
      }),
    },
    { label: t("reports.minutes.proposed"), value: named(proposedBy) },
    { label: t("reports.minutes.seconded"), value: named(secondedBy) },
  ];
}

const printedPerson = (person: Person) => `${printedName(person)} (${person.reg_number})`;
const nameOrNone = (person: Person | null) => (person === null ? "–" : printedPerson(person));

function itemsTable({ items }: MeetingView, t: Translate): ReportTable {
  return {
    title: t("reports.minutes.items"),
    columns: [{ title: t("reports.minutes.item") }],
    rows:
      items.length === 0
        ? [{ kind: "note", text: t("reports.noneInTable") }]
        : items.flatMap(({ title, notes }, index): ReportRow[] => [
            { kind: "heading", text: `${index + 1}. ${title}` },
            ...(notes === null ? [] : [{ kind: "note" as const, text: notes }]),
          ]),
  };
}

async function adoptedTable(
  reader: Reader,
  { id }: MeetingView,
  t: Translate,
): Promise<ReportTable | null> {
  const adopted = await readAdoptedAt(reader, id);
  if (adopted.length === 0) return null;
  return {
    title: t("reports.minutes.adoptedHere"),
    columns: [
      { title: t("reports.minutes.meeting"), width: 130 },
      { title: t("reports.minutes.proposed") },
      { title: t("reports.minutes.seconded"), width: 170 },
    ],
    rows: adopted.map(({ meeting, proposedBy, secondedBy }) => ({
      kind: "line",
      cells: [
        t("reports.minutes.meetingOn", {
          number: String(meeting.number),
          date: { day: meeting.date },
        }),
        printedPerson(proposedBy),
        printedPerson(secondedBy),
      ],
    })),
  };
}

function resolutionsTable({ resolutions }: MeetingView, t: Translate): ReportTable {
  return {
    title: t("reports.minutes.resolutions"),
    columns: [{ title: t("reports.minutes.resolution") }],
    rows:
      resolutions.length === 0
        ? [{ kind: "note", text: t("reports.noneInTable") }]
        : resolutions.flatMap((each): ReportRow[] => [
            {
              kind: "heading",
              text: t("reports.minutes.resolutionOf", {
                number: String(each.number),
                carried: String(each.carried),
              }),
            },
            { kind: "line", cells: [each.text] },
            {
              kind: "note",
              text: t("reports.minutes.votes", {
                favour: each.in_favour,
                against: each.against,
                abstained: each.abstained,
                majority: each.majority,
              }),
            },
            ...movedBy(each, t),
            ...(each.corrects === null
              ? []
              : [
                  {
                    kind: "note" as const,
                    text: t("reports.minutes.corrects", {
                      number: String(each.corrects.number),
                      date: { day: each.corrects.date },
                    }),
                  },
                ]),
          ]),
  };
}

function movedBy(
  { proposed_by: proposer, seconded_by: seconder }: MeetingView["resolutions"][number],
  t: Translate,
): ReportRow[] {
  const movers = [
    ...(proposer === null ? [] : [`${t("reports.minutes.proposed")}: ${printedPerson(proposer)}`]),
    ...(seconder === null ? [] : [`${t("reports.minutes.seconded")}: ${printedPerson(seconder)}`]),
  ];
  return movers.length === 0 ? [] : [{ kind: "note", text: movers.join("   ") }];
}

/** What was collected and approved, by kind, with what was counted and why it differs. */
async function collectionsTable(
  reader: Reader,
  { id }: MeetingView,
  t: Translate,
): Promise<ReportTable | null> {
  const approved = (await readCollections(reader, { meetingId: id, t }))
    .filter(({ status }) => status === "approved")
    .toReversed();
  if (approved.length === 0) return null;
  return {
    title: t("reports.minutes.collected"),
    columns: [{ title: t("reports.minutes.what") }, figure(t("reports.amountKes"))],
    rows: approved.flatMap(({ totals, ...each }): ReportRow[] => {
      const kinds = (["contributions", "loans", "fines", "funds"] as const).filter(
        (kind) => totals[kind] > 0,
      );
      return [
        {
          kind: "heading",
          text: t("reports.minutes.collection", {
            number: String(each.id),
            people: each.rows.length,
            official: printedPerson(each.entered_by),
          }),
        },
        ...kinds.map((kind) => line(t(`reports.minutes.kinds.${kind}`), totals[kind])),
        line(t("reports.minutes.onSheet"), each.total),
        line(t("reports.minutes.counted"), each.counted),
        ...(each.difference_reason === null
          ? []
          : [
              line(t("reports.minutes.difference"), each.difference),
              {
                kind: "note" as const,
                text: `${t("reports.minutes.reason")}: ${each.difference_reason}`,
              },
            ]),
      ];
    }),
  };
}

const line = (what: string, kes: number): ReportRow => ({
  kind: "line",
  cells: [what, formatAmount(fromKes(kes))],
});

const mark = 120;
const figure = (title: string) => ({ title, width: 90, isFigure: true });

function finesTable({ roll }: MeetingView, t: Translate): ReportTable | null {
  const fined = roll.flatMap(({ fine, ...row }) => (fine === null ? [] : [{ ...row, fine }]));
  if (fined.length === 0) return null;
  const totalCents = sumOf(fined, ({ fine }) => fromKes(fine.amount));
  return {
    title: t("reports.minutes.fines"),
    columns: [
      { title: t("reports.member") },
      { title: t("reports.minutes.mark"), width: mark },
      figure(t("reports.amountKes")),
    ],
    rows: [
      ...fined.map(({ member, attendance, fine }) => ({
        kind: "line" as const,
        cells: [
          printedPerson(member),
          t(`reports.minutes.attendances.${attendance ?? "unmarked"}`),
          formatAmount(fromKes(fine.amount)),
        ],
      })),
      { kind: "total" as const, cells: [t("reports.totals"), "", formatAmount(totalCents)] },
    ],
  };
}

function exceptionsTable({ roll }: MeetingView, t: Translate): ReportTable | null {
  const excepted = roll.filter((row) => row.excepted !== null);
  if (excepted.length === 0) return null;
  return {
    title: t("reports.minutes.excepted"),
    columns: [
      { title: t("reports.member"), width: 190 },
      { title: t("reports.minutes.mark"), width: mark },
      { title: t("reports.minutes.reason") },
    ],
    rows: excepted.map((row) => ({
      kind: "line",
      cells: [
        printedPerson(row.member),
        t(`reports.minutes.attendances.${row.attendance ?? "unmarked"}`),
        row.excepted ?? "",
      ],
    })),
  };
}

function balancesTable({ balances }: MeetingView, t: Translate): ReportTable | null {
  if (balances === null) return null;
  const { bank, cash, funds } = balances;
  const lines: [string, number][] = [
    [t("reports.minutes.bank"), bank],
    [t("reports.minutes.cash"), cash],
    ...funds.map(({ name, balance }): [string, number] => [name, balance]),
  ];
  return {
    title: t("reports.minutes.balances"),
    columns: [{ title: t("reports.minutes.what") }, figure(t("reports.balanceKes"))],
    rows: lines.map(([what, kes]) => ({
      kind: "line",
      cells: [what, formatAmount(fromKes(kes))],
    })),
  };
}

/** By mark, with how many of each. */
function rollTable({ roll }: MeetingView, t: Translate): ReportTable {
  return {
    title: t("reports.minutes.roll"),
    columns: [{ title: t("reports.regNumber"), width: 110 }, { title: t("reports.member") }],
    rows: [...attendances, null].flatMap((attendance): ReportRow[] => {
      const marked = roll.filter((row) => row.attendance === attendance);
      if (marked.length === 0) return [];
      const text = `${t(`reports.minutes.attendances.${attendance ?? "unmarked"}`)} (${marked.length})`;
      return [
        { kind: "heading", text },
        ...marked.map(({ member }) => ({
          kind: "line" as const,
          cells: [member.reg_number, printedName(member)],
        })),
      ];
    }),
  };
}

function signaturesTable({ signed }: MeetingView, t: Translate): ReportTable | null {
  if (signed.length === 0) return null;
  return {
    title: t("reports.minutes.signed"),
    columns: [
      { title: t("reports.receipt.office"), width: 150 },
      { title: t("reports.receipt.name") },
      { title: t("reports.date"), width: 130 },
    ],
    rows: signed.map(({ office, by, at }) => ({
      kind: "line",
      cells: [
        t(`words.offices.${office}`),
        printedPerson(by),
        t("reports.receipt.at", { at: { at: new Date(at) } }),
      ],
    })),
  };
}
