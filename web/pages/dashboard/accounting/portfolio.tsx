import { getRouteApi, Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanPortfolio } from "#endpoints/loan-portfolio.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf, useAsOfLine } from "#web/features/documents/report-document.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPortfolioSearch } from "#web/pages/search.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney, Money, sumKes, unbroken } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { BooksPage } from "./books-page.tsx";

const route = getRouteApi("/dashboard/accounting/portfolio");

/** What is owed on loans on a day, how late it is, and the loans behind each figure (LEND-11). */
export function PortfolioPage() {
  const text = useTranslations("portfolio");
  return (
    <BooksPage title={text("title")}>
      <Portfolio />
    </BooksPage>
  );
}

PortfolioPage.loader = ((prefetch, { may, search }) => {
  if (may("reports.read")) prefetch(getLoanPortfolio, { query: questionOf(search) });
}) satisfies PageLoader<typeof readPortfolioSearch>;

type Search = ReturnType<typeof readPortfolioSearch>;

type Reply = ReplyOf<typeof getLoanPortfolio>;
type Bucket = Reply["ageing"][number]["bucket"];
type Item = NonNullable<Reply["items"]>[number];

const buckets = ["current", "1-30", "31-60", "61-90", "90+"] as const satisfies Bucket[];
const parts = [
  "all",
  "overdue",
  "par30",
  "par30_with_rescheduled",
  "rescheduled",
  ...buckets,
] as const;

/** The figure whose loans are listed. */
type PortfolioPart = (typeof parts)[number];

const partOf = ({ of }: Search): PortfolioPart => parts.find((part) => part === of) ?? "all";

function questionOf(search: Search) {
  const bucket = buckets.find((each) => each === search.of);
  return { date: search.date ?? today(), ...(bucket === undefined ? {} : { bucket }) };
}

function Portfolio() {
  const text = useTranslations("portfolio");
  const search = route.useSearch();
  const { date = today() } = search;
  const of = partOf(search);
  const found = useEndpoint(getLoanPortfolio, { query: questionOf(search) });
  const asOf = useAsOfLine(found.data);
  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("text")}
        actions={<DownloadPdf requested={{ report: "portfolio", date }} />}
      />
      <div className="space-y-4 md:space-y-6">
        <Card>
          <DateForm key={date} />
        </Card>
        {found.isError ? (
          <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <div aria-busy className="space-y-6">
            <Skeleton className="h-80" />
            <Skeleton className="h-64" />
          </div>
        ) : (
          <>
            <Card title={text("asOn", { date: formatDay(found.data.date) })}>
              {asOf !== undefined && <p className="mb-2 text-sm text-waiting">{asOf}</p>}
              <Figures portfolio={found.data} />
            </Card>
            <Ageing portfolio={found.data} />
            <section id="loans" className="scroll-mt-20 space-y-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="text-lg">{text(`of.${of}`)}</h2>
                {of !== "all" && <PartLink part="all">{text("showAll")}</PartLink>}
              </div>
              {found.data.items === undefined ? (
                <Alert tone="note">{text("officialsOnly")}</Alert>
              ) : (
                <Loans items={found.data.items.filter((item) => isOf(item, of))} />
              )}
            </section>
          </>
        )}
      </div>
    </>
  );
}

/** Late by more days than this is at risk. */
const RISK_DAYS = 30;

/** Whether a loan is behind the figure; the server has narrowed a bucket already. */
function isOf({ days_late: days, rescheduled }: Item, part: PortfolioPart): boolean {
  if (part === "overdue") return days > 0;
  if (part === "par30") return days > RISK_DAYS;
  if (part === "par30_with_rescheduled") return days > RISK_DAYS || rescheduled;
  return part !== "rescheduled" || rescheduled;
}

function PartLink({ part, children }: { part: PortfolioPart; children: ReactNode }) {
  return (
    <Link
      from={route.id}
      to="/dashboard/accounting/portfolio"
      hash="loans"
      search={({ date }) => ({
        ...(date === undefined ? {} : { date }),
        ...(part === "all" ? {} : { of: part }),
      })}
      className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

/** A figure that opens its loans, and what it consists of. */
function linked(part: PortfolioPart, amount: number, note?: string) {
  return (
    <span className="block">
      <PartLink part={part}>
        <Money amount={amount} />
      </PartLink>
      {note !== undefined && (
        <span className="block text-sm font-normal text-muted">{unbroken(note)}</span>
      )}
    </span>
  );
}

function Figures({ portfolio }: { portfolio: Reply }) {
  const text = useTranslations("portfolio");
  const { overdue, par30, par30_with_rescheduled: withRescheduled, rescheduled } = portfolio;
  const shareOf = ({ percent }: Reply["par30"]) => text("percent", { percent: percent.toFixed(2) });
  return (
    <Facts
      facts={[
        {
          label: text("loans"),
          value: <PartLink part="all">{String(portfolio.loans)}</PartLink>,
        },
        { label: text("principal"), value: linked("all", portfolio.principal) },
        { label: text("interest"), value: linked("all", portfolio.interest) },
        {
          label: text("overdue"),
          value: linked(
            "overdue",
            sumKes([overdue.principal, overdue.interest]),
            text("overdueOf", {
              principal: formatMoney(overdue.principal),
              interest: formatMoney(overdue.interest),
            }),
          ),
        },
        { label: text("par30"), value: linked("par30", par30.principal, shareOf(par30)) },
        {
          label: text("par30Rescheduled"),
          value: linked(
            "par30_with_rescheduled",
            withRescheduled.principal,
            shareOf(withRescheduled),
          ),
        },
        {
          label: text("rescheduled"),
          value: linked(
            "rescheduled",
            rescheduled.principal,
            `${text("loans")}: ${rescheduled.loans}`,
          ),
        },
      ]}
    />
  );
}

type AgeingRow = Reply["ageing"][number];

function Ageing({ portfolio }: { portfolio: Reply }) {
  const text = useTranslations("portfolio");
  const columns: readonly Column<AgeingRow>[] = [
    {
      key: "bucket",
      title: text("bucket"),
      rowHeader: true,
      slot: "lead",
      cell: ({ bucket }) => <PartLink part={bucket}>{text(`buckets.${bucket}`)}</PartLink>,
    },
    {
      key: "principal",
      title: text("principal"),
      align: "end",
      slot: "side",
      cell: ({ principal }) => <Money amount={principal} bare className="font-semibold" />,
    },
    { key: "loans", title: text("loans"), align: "end", cell: ({ loans }) => String(loans) },
    {
      key: "overdue",
      title: text("overdue"),
      align: "end",
      cell: ({ overdue }) => <Money amount={overdue} bare />,
    },
  ];
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{text("ageing")}</h2>
      <DataTable
        caption={text("ageing")}
        captionHidden
        columns={columns}
        rows={portfolio.ageing}
        rowKey={({ bucket }) => bucket}
        totals={{
          bucket: text("of.all"),
          principal: <Money amount={portfolio.principal} bare />,
          loans: String(portfolio.loans),
          overdue: (
            <Money
              amount={sumKes([portfolio.overdue.principal, portfolio.overdue.interest])}
              bare
            />
          ),
        }}
        empty={null}
      />
    </section>
  );
}

/** The server sends no more. */
const MOST_ITEMS = 1_000;

function Loans({ items }: { items: readonly Item[] }) {
  const text = useTranslations("portfolio");
  return (
    <>
      <DataTable
        caption={text("loans")}
        captionHidden
        columns={useColumns()}
        rows={items}
        rowKey={({ loan }) => loan.loan_id}
        empty={
          <Card>
            <EmptyState drawing="loan" title={text("noLoans")} hint={text("noLoansHint")} />
          </Card>
        }
      />
      {items.length >= MOST_ITEMS && <p className="text-sm text-muted">{text("most")}</p>}
    </>
  );
}

function useColumns(): readonly Column<Item>[] {
  const text = useTranslations("portfolio");
  return [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "lead",
      cell: ({ member, loan, rescheduled }) => (
        <span className="block wrap-anywhere">
          <span className="block font-semibold">{member.full_name}</span>
          <Link
            to="/dashboard/loans/$loanId"
            params={{ loanId: String(loan.loan_id) }}
            className="inline-flex min-h-11 items-center text-brand underline underline-offset-4"
          >
            {loan.loan_name}
          </Link>
          {rescheduled && (
            <span className="block">
              <Badge tone="note">{text("isRescheduled")}</Badge>
            </span>
          )}
        </span>
      ),
    },
    {
      key: "principal",
      title: text("principal"),
      align: "end",
      slot: "side",
      cell: ({ principal }) => <Money amount={principal} bare className="font-semibold" />,
    },
    {
      key: "interest",
      title: text("interest"),
      align: "end",
      cell: ({ interest }) => <Money amount={interest} bare />,
    },
    {
      key: "overdue",
      title: text("overdue"),
      align: "end",
      cell: (item) => (
        <Money amount={sumKes([item.overdue_principal, item.overdue_interest])} bare />
      ),
    },
    {
      key: "late",
      title: text("daysLate"),
      align: "end",
      cell: ({ days_late: days }) => (
        <span className={days > 0 ? "font-semibold text-bad" : ""}>{days}</span>
      ),
    },
    {
      key: "oldest",
      title: text("oldest"),
      cell: ({ oldest_due_on: day }) =>
        day === null ? "–" : <span className="whitespace-nowrap">{formatDay(day)}</span>,
    },
  ];
}

function DateForm() {
  const text = useTranslations("portfolio");
  const texts = useUiTexts();
  const navigate = route.useNavigate();
  const { date = today(), of } = route.useSearch();
  const [typed, setTyped] = useState<string>(date);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = parsePlainDate(typed);
    const isRight = chosen !== null && chosen <= today();
    setIsWrong(!isRight);
    if (isRight)
      void navigate({
        search: { date: chosen, ...(of === undefined ? {} : { of }) },
        replace: true,
        resetScroll: false,
      });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <DateField
        className="flex-1 basis-40 md:max-w-52"
        label={text("date")}
        name="date"
        max={today()}
        value={typed}
        error={isWrong ? text("dateRequired") : undefined}
        onValueChange={setTyped}
      />
      <Button type="submit" variant="secondary">
        {texts.show}
      </Button>
    </form>
  );
}
