// A share-out as a PDF: its terms, its figures, who proposed and agreed, and every line (SHARE-6).
import { personName } from "#domain/members/person-name.ts";
import { nairobiDate } from "#domain/calendar.ts";
import { type Cents, formatAmount, fromKes, sumOf } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Distribution, DistributionShare } from "#contract/distributions.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readDistributions } from "#server/core/sharing/read-share-outs.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportTable } from "#server/platform/pdf/report.ts";
import { frameReport, type NamedReport } from "./report-frame.ts";

const FIGURES = 70;
const WEIGHTS = 84;

/** Refuses with `not-found` one that is not there. */
export async function shareOutReport(
  reader: Reader,
  params: { id: number; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const { now, t } = params;
  const [shareOut] = await readDistributions(reader, params);
  if (shareOut === undefined) throw refuse("not-found");
  const title = t("reports.shareOut.title");
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: [title, String(shareOut.id)],
    content: {
      title: `${title}: ${shareOut.description}`,
      about: t("reports.asOn", { date: { day: nairobiDate(now) } }),
      facts: factsOf(shareOut, t),
      tables: [linesTable(shareOut, t), ...debtsTables(shareOut, t)],
      notes: [t(`reports.shareOut.methods.${shareOut.basis}`), t("reports.shareOut.remainders")],
    },
  });
}

const kes = (amount: number) => formatAmount(fromKes(amount));

function factsOf(shareOut: Distribution, t: Translate) {
  const { from, to, share_value: value, agreed_by: agreed } = shareOut;
  return [
    { label: t("reports.status"), value: t(`reports.shareOut.status.${shareOut.status}`) },
    { label: t("reports.shareOut.basis"), value: t(`reports.shareOut.bases.${shareOut.basis}`) },
    {
      label: t("reports.shareOut.days"),
      value:
        from === null
          ? t("reports.shareOut.until", { to: { day: to } })
          : t("reports.shareOut.between", { from: { day: from }, to: { day: to } }),
    },
    ...(value === null ? [] : [{ label: t("reports.shareOut.shareKes"), value: kes(value) }]),
    { label: t("reports.shareOut.amountKes"), value: kes(shareOut.amount) },
    { label: t("reports.shareOut.savingsKes"), value: kes(shareOut.savings_returned) },
    { label: t("reports.shareOut.totalKes"), value: kes(shareOut.total) },
    {
      label: t("reports.shareOut.setOff"),
      value: t(`reports.shareOut.setOffs.${shareOut.set_off}`),
    },
    { label: t("reports.shareOut.payAs"), value: t(`reports.shareOut.ways.${shareOut.pay_as}`) },
    { label: t("reports.shareOut.proposed"), value: shareOut.proposed_by.full_name },
    ...(agreed === null ? [] : [{ label: t("reports.shareOut.agreed"), value: agreed.full_name }]),
    ...shareOut.taken_back.map(({ office, reason }) => ({
      label: t("reports.shareOut.takenBack", { office }),
      value: reason,
    })),
  ];
}

type Line = DistributionShare;
type Figure = { title: string; width: number; cell: (line: Line) => string; total: string };

function linesTable({ members, basis }: Distribution, t: Translate): ReportTable {
  const weight: Figure = {
    title: t(`reports.shareOut.weights.${basis}`),
    width: WEIGHTS,
    cell: (line) => (basis === "savings_days" ? kes(line.weight) : String(line.weight)),
    total: "",
  };
  const figure = figuresOf(members);
  // What nobody has takes no room.
  const hasSavings = members.some(({ savings }) => savings > 0);
  const hasDebts = members.some((line) => debtsOf(line) > 0n);
  return tableOf(members, t, {
    title: t("reports.shareOut.lines"),
    figures: [
      weight,
      figure(t("reports.shareOut.shareOfEach"), ({ share }) => fromKes(share)),
      ...(hasSavings
        ? [figure(t("reports.shareOut.savingsOfEach"), ({ savings }) => fromKes(savings))]
        : []),
      ...(hasDebts ? [figure(t("reports.shareOut.debts"), debtsOf)] : []),
      figure(t("reports.shareOut.gets"), ({ receives }) => fromKes(receives)),
    ],
  });
}

/** What was taken out for fines and for loans; none where nobody owed anything. */
function debtsTables({ members }: Distribution, t: Translate): ReportTable[] {
  const owing = members.filter((line) => debtsOf(line) > 0n);
  if (owing.length === 0) return [];
  const figure = figuresOf(owing);
  return [
    tableOf(owing, t, {
      title: t("reports.shareOut.setOff"),
      figures: [
        figure(t("reports.shareOut.fines"), (line) => fromKes(line.set_off_fines)),
        figure(t("reports.shareOut.loans"), (line) => fromKes(line.set_off_loans)),
      ],
    }),
  ];
}

const debtsOf = (line: Line): Cents => fromKes(line.set_off_fines) + fromKes(line.set_off_loans);

const figuresOf =
  (lines: readonly Line[]) =>
  (title: string, read: (line: Line) => Cents): Figure => ({
    title,
    width: FIGURES,
    cell: (line) => formatAmount(read(line)),
    total: formatAmount(sumOf(lines, read)),
  });

function tableOf(
  lines: readonly Line[],
  t: Translate,
  { title, figures }: { title: string; figures: readonly Figure[] },
): ReportTable {
  return {
    title,
    columns: [
      { title: t("reports.member") },
      ...figures.map(({ title: head, width }) => ({ title: head, width, isFigure: true })),
    ],
    rows: [
      ...lines.map((line) => ({
        kind: "line" as const,
        cells: [personName(line.member), ...figures.map(({ cell }) => cell(line))],
      })),
      {
        kind: "total" as const,
        cells: [t("reports.shareOut.all"), ...figures.map(({ total }) => total)],
      },
    ],
  };
}
