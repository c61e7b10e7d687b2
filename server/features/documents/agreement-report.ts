// The agreement of a loan of a product: its terms and cost, every row, who guarantees it, and both offices (LEND-2, LEND-6).
import { personName } from "#domain/members/person-name.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { feeOf, type LoanTerms } from "#domain/lending/loan-terms.ts";
import { standingOn, type ShownRow } from "#domain/lending/standing.ts";
import { type Cents, formatAmount, fromKes, sumOf } from "#domain/money.ts";
import type { Actor } from "#domain/permissions.ts";
import type { Person } from "#contract/people.ts";
import type { GuaranteeView } from "#contract/lending.ts";
import type { Translate } from "#messages/translator.ts";
import { nameOfLoan } from "#server/core/ledger/loan-name.ts";
import { selectGuarantees, toGuarantee } from "#server/core/lending/guarantees.ts";
import { readSchedule } from "#server/core/lending/visible-loans.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { personIn } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import type { ReportTable } from "#server/platform/pdf/report.ts";
import { dayInWords, frameReport, type NamedReport, statusWords } from "./report-frame.ts";

/** Of an application as if it were paid out today. Refuses with `not-found` who may not see its rows, and a plain loan. */
export async function agreementReport(
  reader: Reader,
  params: { id: number; actor: Actor; now: Date; t: Translate },
): Promise<NamedReport> {
  const { id, now, t } = params;
  const today = nairobiDate(now);
  const { schedule, product } = await readSchedule(reader, {
    ...params,
    today,
    guarantorsToo: true,
  });
  const loan = await readParties(reader, id);
  const guarantees = await selectGuarantees(reader)
    .where("guarantee.loan_id", "=", id)
    .orderBy("guarantee.id")
    .execute();
  const rows = standingOn(schedule, today).rows;
  const name = t(nameOfLoan(loan));
  const { borrower } = loan;
  const interestCents = sumOf(rows, (row) => row.interestCents);
  const feeCents = loan.fee_cents ?? feeOf(product.fee, loan.amount_cents);
  const amounts: [string, Cents][] = [
    [t("reports.amountKes"), loan.amount_cents],
    [t("reports.agreement.interestKes"), interestCents],
    [t("reports.agreement.feeKes"), feeCents],
    [t("reports.agreement.costKes"), interestCents + feeCents],
    [t("reports.totalToRepay"), loan.amount_cents + interestCents],
  ];
  return frameReport(reader, {
    group: await readGroupSettings(reader),
    now,
    t,
    named: [t("reports.agreement.title"), borrower.full_name, name, today],
    content: {
      title: t("reports.agreement.of", { name }),
      about: t("reports.borrowerAsOn", { name: borrower.full_name, date: { day: today } }),
      facts: [
        { label: t("reports.borrower"), value: borrower.full_name },
        { label: t("reports.regNumber"), value: borrower.reg_number },
        { label: t("reports.status"), value: statusWords(t, loan.status) },
        { label: t("reports.agreement.product"), value: product.name },
        { label: t("reports.agreement.terms"), value: termsInWords(t, product.terms) },
        { label: t("reports.agreement.rows"), value: String(loan.instalments ?? rows.length) },
        ...amounts.map(([label, cents]) => ({ label, value: formatAmount(cents) })),
        ...paidOut(t, loan.start_date),
      ],
      tables: [
        rowsTable(t, rows),
        guarantorsTable(t, guarantees.map((row) => toGuarantee(row, t)).filter(isStanding)),
        ...(loan.start_date === null ? [] : [officesTable(t, loan)]),
      ],
      notes: [
        ...(loan.start_date === null ? [t("reports.agreement.asIfToday")] : []),
        t("reports.agreement.late"),
        t("reports.agreement.call", { days: product.callAfterDays }),
      ],
    },
  });
}

const isStanding = ({ state, called }: GuaranteeView) =>
  state === "asked" || state === "agreed" || (state === "ended" && called > 0);

function paidOut(t: Translate, on: PlainDate | null) {
  return on === null ? [] : [{ label: t("reports.paidOutOn"), value: dayInWords(t, on) }];
}

function termsInWords(t: Translate, { method, rateBasisPoints, ratePer }: LoanTerms): string {
  const percent = rateBasisPoints / 100;
  const on = method === "flat" ? "whole" : "owed";
  return `${t(`reports.agreement.rates.${ratePer}`, { percent })}, ${t(`reports.agreement.on.${on}`)}`;
}

const figure = (title: string) => ({ title, width: 72, isFigure: true });

function rowsTable(t: Translate, rows: readonly ShownRow[]): ReportTable {
  const total = (read: (row: ShownRow) => Cents) => formatAmount(sumOf(rows, read));
  return {
    title: t("reports.agreement.rowsTitle"),
    columns: [
      { title: t("reports.number"), width: 44 },
      { title: t("reports.due") },
      figure(t("reports.interest")),
      figure(t("reports.principal")),
      figure(t("reports.totalKes")),
      figure(t("reports.balanceKes")),
    ],
    rows: [
      ...rows.map((row) => ({
        kind: "line" as const,
        cells: [
          row.number === null ? "" : String(row.number),
          dayInWords(t, row.dueOn),
          ...[row.interestCents, row.principalCents, row.totalCents, row.balanceCents].map(
            formatAmount,
          ),
        ],
      })),
      {
        kind: "total" as const,
        cells: [
          "",
          t("reports.totals"),
          total((row) => row.interestCents),
          total((row) => row.principalCents),
          total((row) => row.totalCents),
          "",
        ],
      },
    ],
  };
}

function guarantorsTable(t: Translate, guarantees: readonly GuaranteeView[]): ReportTable {
  return {
    title: t("reports.agreement.guarantors"),
    columns: [
      { title: t("reports.member") },
      { title: t("reports.status"), width: 72 },
      figure(t("reports.agreement.guaranteesKes")),
      figure(t("reports.agreement.heldKes")),
      figure(t("reports.agreement.calledKes")),
    ],
    rows:
      guarantees.length === 0
        ? [{ kind: "note", text: t("reports.agreement.nobody") }]
        : guarantees.map(({ member, state, amount, held, called }) => ({
            kind: "line",
            cells: [
              personName(member),
              t(state === "asked" ? "reports.agreement.asked" : "reports.agreement.agreed"),
              ...[amount, held, called].map((kes) => formatAmount(fromKes(kes))),
            ],
          })),
  };
}

type Parties = Awaited<ReturnType<typeof readParties>>;

function officesTable(t: Translate, loan: Parties): ReportTable {
  const verdicts = [
    { office: t("words.offices.Treasurer"), who: loan.treasurer, at: loan.treasurer_at },
    { office: t("words.offices.Sec-Gen"), who: loan.sec_gen, at: loan.sec_gen_at },
  ];
  return {
    title: t("reports.agreement.offices"),
    columns: [
      { title: t("reports.agreement.office"), width: 120 },
      { title: t("reports.member") },
      { title: t("reports.date"), width: 84 },
    ],
    rows: verdicts.map(({ office, who, at }) => ({
      kind: "line",
      cells: [
        office,
        who === null ? "–" : personName(who),
        at === null ? "–" : dayInWords(t, nairobiDate(at)),
      ],
    })),
  };
}

async function readParties(reader: Reader, id: number) {
  return reader
    .selectFrom("loans")
    .select(["number", "loan_type", "amount_cents", "fee_cents", "instalments", "status"])
    .select(["start_date", "treasurer_at", "sec_gen_at"])
    .select([
      personIn("loans.member_id").$castTo<Person>().as("borrower"),
      personIn("loans.treasurer_id").as("treasurer"),
      personIn("loans.sec_gen_id").as("sec_gen"),
    ])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
