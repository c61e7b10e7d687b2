// The loan portfolio of a day as a PDF (LEND-11), with the figures of the screen; officials and auditors also get the loans.
import { personName } from "#domain/members/person-name.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type Bucket, type Portfolio, portfolioOf } from "#domain/lending/portfolio.ts";
import { formatAmount } from "#domain/money.ts";
import { type Actor, can } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { MOST_ITEMS, type OwedLoan, readPortfolio } from "#server/core/lending/portfolio.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportTable } from "#server/platform/pdf/report.ts";
import { frameReport, type NamedReport } from "./report-frame.ts";

const FIGURES = 95;
const COUNT = 60;

/** Refuses with `date-in-future` a day that has not come. */
export async function portfolioReport(
  reader: Reader,
  params: { date: PlainDate | undefined; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const { actor, now, t } = params;
  const today = nairobiDate(now);
  const date = params.date ?? today;
  if (date > today) throw refuse("date-in-future").at("date");
  const most = can(actor, "members.read-accounts") ? MOST_ITEMS : 0;
  const { groups, items } = await readPortfolio(reader, { day: date, most, bucket: null });
  const portfolio = portfolioOf(groups);
  const title = t("reports.portfolio.title");
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: [title, date],
    content: {
      title,
      about: t("reports.asOn", { date: { day: date } }),
      facts: factsOf(portfolio, t),
      tables: [ageingTable(portfolio, t), ...(items.length === 0 ? [] : [loansTable(items, t)])],
      notes: [t("reports.portfolio.known")],
    },
  });
}

const risk = ({ principalCents, basisPoints }: Portfolio["par30"]) =>
  `${formatAmount(principalCents)} (${(basisPoints / 100).toFixed(2)}%)`;

function factsOf(portfolio: Portfolio, t: Translate) {
  const { par30, par30WithRescheduled: withRescheduled, rescheduled } = portfolio;
  const overdueCents = portfolio.overduePrincipalCents + portfolio.overdueInterestCents;
  return [
    { label: t("reports.portfolio.loans"), value: String(portfolio.loans) },
    { label: t("reports.principalKes"), value: formatAmount(portfolio.principalCents) },
    { label: t("reports.portfolio.interestKes"), value: formatAmount(portfolio.interestCents) },
    { label: t("reports.portfolio.overdueKes"), value: formatAmount(overdueCents) },
    { label: t("reports.portfolio.par30"), value: risk(par30) },
    { label: t("reports.portfolio.par30WithRescheduled"), value: risk(withRescheduled) },
    {
      label: t("reports.portfolio.rescheduled"),
      value: `${formatAmount(rescheduled.principalCents)} (${rescheduled.loans})`,
    },
  ];
}

const bucketName = (bucket: Bucket, t: Translate) =>
  bucket === "current"
    ? t("reports.portfolio.current")
    : t("reports.portfolio.daysLate", { days: bucket });

function ageingTable({ ageing }: Portfolio, t: Translate): ReportTable {
  return {
    title: t("reports.portfolio.ageing"),
    columns: [
      { title: t("reports.status") },
      { title: t("reports.portfolio.loans"), width: COUNT, isFigure: true },
      { title: t("reports.principalKes"), width: FIGURES, isFigure: true },
      { title: t("reports.portfolio.overdueKes"), width: FIGURES, isFigure: true },
    ],
    rows: ageing.map(({ bucket, loans, principalCents, overdueCents }) => ({
      kind: "line",
      cells: [
        bucketName(bucket, t),
        String(loans),
        formatAmount(principalCents),
        formatAmount(overdueCents),
      ],
    })),
  };
}

function loansTable(items: readonly OwedLoan[], t: Translate): ReportTable {
  return {
    title: t("reports.portfolio.eachLoan"),
    columns: [
      { title: t("reports.member") },
      { title: t("reports.portfolio.loan"), width: 96 },
      { title: t("reports.portfolio.lateDays"), width: COUNT, isFigure: true },
      { title: t("reports.principalKes"), width: FIGURES, isFigure: true },
      { title: t("reports.portfolio.overdueKes"), width: FIGURES, isFigure: true },
    ],
    rows: items.map((item) => ({
      kind: "line",
      cells: [
        personName(item.member),
        t(nameOfLoan(item)),
        String(item.days_late),
        formatAmount(BigInt(item.principal)),
        formatAmount(BigInt(item.overdue_principal) + BigInt(item.overdue_interest)),
      ],
    })),
  };
}
