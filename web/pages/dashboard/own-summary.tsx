import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getUserFines } from "#endpoints/fines.ts";
import { getGroup } from "#endpoints/group.ts";
import type { Loan } from "#contract/loans.ts";
import { toKes } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf, useAuditLine } from "#web/features/documents/report-document.tsx";
import type { SavingsParts } from "#web/features/home/account-card.tsx";
import type { AccountValue } from "#web/features/home/account-value.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Facts, type Fact } from "#web/ui/card.tsx";
import { formatMoney, Money, sumCents } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";

/** User Financial Summary (SCR-13) as a sheet to print or save. */
export function OwnSummary(props: Omit<FinancialSummaryProps, "fines" | "provenFor">) {
  const text = useTranslations("home.summary");
  const { user, may } = useMember();
  const group = useEndpoint(getGroup);
  const fines = useEndpoint(getUserFines, { figuresOnly: true });
  const proof = useAuditLine(may("reports.read"));

  return (
    <PrintView
      group={group.data?.name ?? ""}
      title={`${text("title")}: ${user.first_name} ${user.last_name}`}
      asOn={formatDay(today())}
      printedOn={formatDay(today())}
      proof={proof}
      actions={<DownloadPdf requested={{ report: "summary", memberId: user.id }} />}
    >
      <FinancialSummary
        {...props}
        provenFor={may("reports.read") ? user.id : null}
        fines={fines.data && { total: fines.data.total_fines, unpaid: fines.data.unpaid_fines }}
      />
    </PrintView>
  );
}

type FinancialSummaryProps = {
  account: AccountValue;
  parts: SavingsParts | undefined;
  /** Why the member has no share of the interest. */
  noShare: "clearedNote" | "pendingNote";
  /** The loans that count toward the member's balance (LOAN-11). */
  loans: readonly Loan[];
  /** KES; undefined if they could not be read. */
  fines: { total: number; unpaid: number } | undefined;
  /** KES. */
  badDebt: number;
  /** The id of the member whose postings the figures link to; null if the viewer may not see the books yet. */
  provenFor: number | null;
};

/** User Financial Summary (SCR-13): the parts of the account value, loans and fines. */
function FinancialSummary(props: FinancialSummaryProps) {
  const { account, parts, noShare, loans, fines, badDebt, provenFor } = props;
  const text = useTranslations("home.summary");
  const loansCents = sumCents(loans.map((loan) => loan.current_balance));
  const dueCents = account.valueCents - loansCents;
  const { share } = account;

  return (
    <div className="space-y-6">
      <section>
        <h3 className="text-sm text-muted">{text("value")}</h3>
        <Money amount={toKes(account.valueCents)} size="hero" />
        <Facts
          facts={[
            ...yearFacts(parts, text),
            {
              label: text("totalPaid"),
              value: (
                <Proven by="monthly_contribution" memberId={provenFor}>
                  <Money amount={toKes(account.paidCents)} />
                </Proven>
              ),
            },
            ...(share === null
              ? [{ label: text("noShare"), value: "–" }]
              : [
                  {
                    label: text("share", {
                      percent: String(share.percent),
                      share: formatMoney(toKes(share.wholeCents)),
                    }),
                    value: (
                      <Proven by="balance-sheet" memberId={provenFor}>
                        <Money amount={toKes(share.givenCents)} />
                      </Proven>
                    ),
                  },
                ]),
            {
              label: text("value"),
              value: (
                <span className="border-t-3 border-double border-ink pt-1">
                  <Money amount={toKes(account.valueCents)} />
                </span>
              ),
            },
          ]}
        />
        {share === null && <p className="mt-2 text-sm text-muted">{text(noShare)}</p>}
      </section>

      <Section
        title={text("loans")}
        aside={
          <Link data-print="never" to="/dashboard/loans" className={linkClass}>
            {text("toLoans")}
          </Link>
        }
      >
        {loans.length === 0 ? (
          <p className="text-muted">{text("noLoans")}</p>
        ) : (
          <Facts
            facts={[
              ...loans.map((loan) => ({
                label: loanLabel(loan, text),
                value: (
                  <span className="flex flex-col items-end gap-x-3 gap-y-1 sm:flex-row sm:items-center">
                    <StatusBadge status={loan.status} />
                    <Money amount={loan.current_balance} />
                  </span>
                ),
              })),
              {
                label: text("loansTotal"),
                value: (
                  <Proven by="loan_receivable" memberId={provenFor}>
                    <Money amount={toKes(loansCents)} />
                  </Proven>
                ),
              },
            ]}
          />
        )}
      </Section>

      {fines && (
        <Section
          title={text("fines")}
          aside={
            <Link data-print="never" to="/dashboard/transactions/fines" className={linkClass}>
              {text("toFines")}
            </Link>
          }
        >
          {fines.total === 0 ? (
            <p className="text-muted">{text("noFines")}</p>
          ) : (
            <Facts
              facts={[
                { label: text("totalFines"), value: <Money amount={fines.total} /> },
                { label: text("unpaidFines"), value: <Money amount={fines.unpaid} /> },
              ]}
            />
          )}
        </Section>
      )}

      {badDebt > 0 && (
        <Section title={text("badDebt")}>
          <Facts facts={[{ label: text("outstanding"), value: <Money amount={badDebt} /> }]} />
        </Section>
      )}

      {loans.length > 0 && badDebt === 0 && share !== null && (
        <Alert tone="note" title={text("leaving")}>
          {text(dueCents < 0n ? "dueByYou" : "dueToYou")}{" "}
          <Money amount={toKes(dueCents < 0n ? -dueCents : dueCents)} className="font-semibold" />
          <span className="block text-sm text-muted">{text("leavingNote")}</span>
        </Alert>
      )}
    </div>
  );
}

type ProvenProps = {
  by: "monthly_contribution" | "loan_receivable" | "balance-sheet";
  memberId: number | null;
  children: ReactNode;
};

/** A figure with a link to its postings or to the balance sheet (REP-17). */
function Proven({ by, memberId, children }: ProvenProps) {
  if (memberId === null) return children;
  const className = "underline decoration-line underline-offset-4 hover:decoration-ink";
  return by === "balance-sheet" ? (
    <Link to="/dashboard/accounting/balance-sheet" className={className}>
      {children}
    </Link>
  ) : (
    <Link
      to="/dashboard/accounting/postings"
      search={{
        account: by,
        member: memberId,
        ...(by === "loan_receivable" ? { parts: "yes" as const } : {}),
      }}
      className={className}
    >
      {children}
    </Link>
  );
}

const linkClass =
  "inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4";

type SectionProps = { title: string; aside?: ReactNode; children: ReactNode };

function Section({ title, aside, children }: SectionProps) {
  return (
    <section>
      <div className="flex items-center justify-between gap-4">
        <h3 className="mb-1 font-semibold">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

type Text = ReturnType<typeof useTranslations<"home.summary">>;

function yearFacts(parts: SavingsParts | undefined, text: Text): Fact[] {
  if (parts === undefined || parts.year === null) return [];
  return [
    { label: text("inYear", { year: parts.year }), value: <Money amount={parts.inYear} /> },
    { label: text("earlier"), value: <Money amount={parts.earlier} /> },
  ];
}

function loanLabel(loan: Loan, text: Text): string {
  return loan.expiry_date === null
    ? loan.loan_name
    : `${loan.loan_name}, ${text("loanDue", { due: formatDay(loan.expiry_date) })}`;
}
