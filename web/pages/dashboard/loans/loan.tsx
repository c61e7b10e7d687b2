import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanChanges } from "#endpoints/loan-changes.ts";
import { getLoanSchedule } from "#endpoints/lending.ts";
import { getLoan, type Loan } from "#endpoints/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import { ChangesCard } from "#web/features/lending/changes-card.tsx";
import { DueCard } from "#web/features/lending/due-card.tsx";
import { GuarantorsCard } from "#web/features/lending/guarantors-card.tsx";
import { RowsList } from "#web/features/lending/rows-list.tsx";
import { useTermsWords } from "#web/features/lending/terms.ts";
import { useMember } from "#web/features/session/session.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { Money, sumKes } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/loans/$loanId");

/** One loan, for its borrower, its guarantors and officials alike. */
export function LoanPage() {
  const text = useTranslations("lending");
  const { user, may } = useMember();
  const { loanId } = route.useParams();
  const found = useEndpoint(getLoan, { params: { id: loanId } });
  const loan = found.data?.loan;
  const isOwn = loan?.member.id === user.id;
  useDashboardTitle(loan?.loan_name ?? text("pageTitle"));
  return (
    <>
      {!isOwn && may("members.read-accounts") ? (
        <BackLink to="/dashboard/accounting/portfolio">{text("toPortfolio")}</BackLink>
      ) : (
        <BackLink to="/dashboard/loans">{text("back")}</BackLink>
      )}
      {found.isError ? (
        <>
          <PageHeader title={text("pageTitle")} />
          <LoadProblem
            detail={found.error.status === 404 ? text("unknown") : found.error.detail}
            onRetry={() => void found.refetch()}
          />
        </>
      ) : loan === undefined ? (
        <Waiting />
      ) : (
        <LoanView key={loan.loan_id} loan={loan} isOwn={isOwn} />
      )}
    </>
  );
}

LoanPage.loader = ((prefetch, { params }) => {
  prefetch(getLoan, { params: { id: params["loanId"] ?? "" } });
}) satisfies PageLoader;

function Waiting() {
  return (
    <div aria-busy className="space-y-6">
      <Skeleton className="h-9 w-56" />
      <Skeleton className="h-48" />
      <Skeleton className="h-80" />
    </div>
  );
}

function LoanView({ loan, isOwn }: { loan: Loan; isOwn: boolean }) {
  const text = useTranslations("lending");
  const terms = useTermsWords();
  const { user, may } = useMember();
  const id = loan.loan_id;
  const isOfProduct = loan.product !== undefined;
  const schedule = useEndpoint(getLoanSchedule, { params: { id }, enabled: isOfProduct });
  // Sent with the rows, as one request.
  useEndpoint(getLoanChanges, { query: { loan_id: id }, enabled: isOfProduct });
  const isApplication = loan.status === "pending" || loan.status === "pending_approval";
  const mayRead = isOwn || may("members.read-accounts");
  if (isOfProduct && schedule.isPending) return <Waiting />;
  return (
    <>
      <PageHeader
        title={loan.loan_name}
        subtitle={
          <>
            {!isOwn && (
              <span className="block font-semibold text-ink">
                {text("of", { name: loan.member.full_name })}
              </span>
            )}
            {loan.product &&
              `${loan.product.name}: ${terms.ofLoan(loan.product, loan.instalments ?? 0)}`}
          </>
        }
        actions={
          <>
            {isOfProduct && (
              <DownloadPdf requested={{ report: "agreement", id }} label={text("agreement")} />
            )}
            {mayRead && loan.start_date !== null && (
              <DownloadPdf requested={{ report: "loan", loanId: id }} label={text("statement")} />
            )}
          </>
        }
      />
      <div className="space-y-4 md:space-y-6">
        <DueCard loan={loan} schedule={schedule.data} mayPay={isOwn && may("loans.repay")} />
        {isOfProduct ? (
          <>
            {isApplication && <GuarantorsCard loan={loan} mayChange={isOwn} />}
            {schedule.isError ? (
              <LoadProblem detail={schedule.error.detail} onRetry={() => void schedule.refetch()} />
            ) : (
              schedule.data && <Rows loan={loan} latest={schedule.data} />
            )}
            {!isApplication && <GuarantorsCard loan={loan} mayChange={false} />}
            {loan.start_date !== null && <ChangesCard loan={loan} viewer={{ id: user.id, may }} />}
          </>
        ) : (
          <p className="text-muted">{text("plain")}</p>
        )}
        <Card>
          <Figures loan={loan} />
        </Card>
      </div>
    </>
  );
}

type Schedule = ReplyOf<typeof getLoanSchedule>;

/** Every row, of the version that holds or of an earlier one. */
function Rows({ loan, latest }: { loan: Loan; latest: Schedule }) {
  const text = useTranslations("lending");
  const [chosen, setChosen] = useState<number | null>(null);
  const version = chosen ?? latest.version;
  const isEarlier = version !== latest.version;
  const earlier = useEndpoint(getLoanSchedule, {
    params: { id: loan.loan_id },
    query: { version },
    enabled: isEarlier,
  });
  const shown = isEarlier ? earlier.data : latest;
  return (
    <section className="space-y-3">
      <h2 className="text-lg">{text("rows")}</h2>
      {latest.version === 0 && <p className="text-muted">{text("rowsIfToday")}</p>}
      {latest.versions.length > 1 && (
        <SelectField
          className="md:max-w-md"
          label={text("version")}
          value={String(version)}
          onChange={({ target }) => setChosen(Number(target.value))}
          options={latest.versions.toReversed().map((each) => ({
            value: String(each.version),
            label: text("versionOf", {
              number: String(each.version),
              reason: text(`reasons.${each.reason}`),
              day: formatDay(each.from),
            }),
          }))}
        />
      )}
      {earlier.isError && isEarlier ? (
        <LoadProblem detail={earlier.error.detail} onRetry={() => void earlier.refetch()} />
      ) : shown === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <RowsList rows={shown.instalments} caption={text("rows")} />
      )}
    </section>
  );
}

function Figures({ loan }: { loan: Loan }) {
  const text = useTranslations("lending");
  const runs = loan.status === "active" || loan.status === "default";
  return (
    <Facts
      facts={[
        ...money(text("amount"), loan.amount),
        ...(loan.fee === 0 ? [] : money(text("fee"), loan.fee)),
        ...money(text("interest"), sumKes([loan.total_amount, -loan.amount])),
        ...money(text("total"), loan.total_amount),
        ...(runs ? money(text("balance"), loan.current_balance) : []),
        ...(runs ? money(text("toCome"), loan.interest_to_come) : []),
        ...day(text("started"), loan.start_date),
        ...day(text("ends"), loan.expiry_date),
        ...other(text("topsUp"), loan.tops_up),
        ...other(text("toppedUpBy"), loan.topped_up_by),
      ]}
    />
  );
}

function money(label: string, amount: number | undefined) {
  return amount === undefined ? [] : [{ label, value: <Money amount={amount} /> }];
}

function day(label: string, date: string | null) {
  return date === null ? [] : [{ label, value: formatDay(date) }];
}

/** A link to the loan that this one pays off, or that paid it off. */
function other(label: string, id: number | null | undefined) {
  return id === null || id === undefined ? [] : [{ label, value: <OtherLoan id={id} /> }];
}

function OtherLoan({ id }: { id: number }) {
  const text = useTranslations("lending");
  return (
    <Link
      to="/dashboard/loans/$loanId"
      params={{ loanId: String(id) }}
      className="font-semibold text-brand underline underline-offset-4"
    >
      {text("openLoan")}
    </Link>
  );
}
