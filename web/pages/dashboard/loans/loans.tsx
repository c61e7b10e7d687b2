import { getRouteApi, useMatch } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import { getLedger } from "#endpoints/ledger.ts";
import { getLoanPayments, getLoans } from "#endpoints/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import { ApplicationsTable } from "#web/features/loans/applications-table.tsx";
import { LoanCard, LoanCardsWaiting } from "#web/features/loans/loan-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { formatMoney, sumCents } from "#web/ui/money.tsx";
import { PageHeader, ThumbBar } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { useDashboardTitle } from "../page-frame.tsx";
import { RepayDialog, RepayLoanForm } from "./repay-dialog.tsx";

const route = getRouteApi("/dashboard/loans");

/** The list of loans. Two more addresses open the application and the repayment above it (SCR-14). */
export function LoansPage() {
  const text = useTranslations("loans");
  const { user, may } = useMember();
  const navigate = route.useNavigate();
  const isApplying =
    useMatch({ from: "/dashboard/loans/apply-loan", shouldThrow: false }) !== undefined;
  const repaying = useMatch({ from: "/dashboard/loans/repay-loan/$loanId", shouldThrow: false });
  const own = useEndpoint(getLoans);
  const payments = useEndpoint(getLoanPayments);
  const dues = useEndpoint(getDues, { figuresOnly: true });
  const { fill } = route.useSearch();
  useDashboardTitle(text("title"));

  const paid = payments.data?.loan_payments;
  const mayApply = may("loans.apply");
  const mayRepay = may("loans.repay");
  const close = () => void navigate({ to: "/dashboard/loans", replace: true, resetScroll: false });
  const apply = () => void navigate({ to: "/dashboard/loans/apply-loan", resetScroll: false });
  const repay = (loanId: number) =>
    void navigate({
      to: "/dashboard/loans/repay-loan/$loanId",
      params: { loanId: String(loanId) },
      resetScroll: false,
    });
  const failed = own.error ?? payments.error;

  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={
          mayApply &&
          (own.isError ? null : own.data ? (
            own.data.loans.some(({ status }) => status === "default") ? (
              text("noneInDefault")
            ) : (
              text("subtitle", { amount: formatMoney(own.data.loan_limit) })
            )
          ) : (
            <Skeleton className="h-6 w-56" />
          ))
        }
        actions={
          mayApply && (
            <ThumbBar>
              <Button
                icon={<HandCoins aria-hidden />}
                onPointerEnter={ApplyForLoanForm.fetch}
                onFocus={ApplyForLoanForm.fetch}
                onClick={apply}
                className="w-full"
              >
                {text("apply")}
              </Button>
            </ThumbBar>
          )
        }
      />

      <div className="space-y-6 md:space-y-8">
        {user.status === "pending_approval" && (
          <Alert tone="waiting">{text("pendingMember")}</Alert>
        )}
        {user.status === "dormant" && mayRepay && (
          <Alert tone="waiting">{text("dormantMember")}</Alert>
        )}
        {own.data?.loans.some(({ status }) => status === "default") && (
          <Alert live tone="bad" title={text("defaulted")}>
            {text("defaultedText")}
          </Alert>
        )}
        {failed !== null && (own.data === undefined || paid === undefined) ? (
          <LoadProblem
            detail={failed.detail}
            onRetry={() => {
              void own.refetch();
              void payments.refetch();
            }}
          />
        ) : own.data === undefined || paid === undefined ? (
          <LoanCardsWaiting />
        ) : own.data.loans.length === 0 ? (
          <Card>
            <EmptyState drawing="loan" title={text("none")} hint={text("noneHint")} />
          </Card>
        ) : (
          <ul className="grid gap-4 md:grid-cols-2 md:gap-6 min-[1400px]:grid-cols-3">
            {own.data.loans.map((loan) => (
              <li key={loan.loan_id} className="grid">
                <LoanCard
                  loan={loan}
                  payments={paid}
                  due={dues.data?.loans.find(({ loan_id }) => loan_id === loan.loan_id)}
                  mayRepay={mayRepay}
                  onPay={() => repay(loan.loan_id)}
                  onNear={RepayLoanForm.fetch}
                  statement={
                    <DownloadPdf
                      className="mt-2 w-full"
                      requested={{ report: "loan", loanId: loan.loan_id }}
                      of={loan.loan_name}
                    />
                  }
                />
              </li>
            ))}
          </ul>
        )}

        <section>
          <h2 className="mb-3 text-lg">{text("applications")}</h2>
          <ApplicationsTable
            applications={own.data?.pending_loans}
            error={own.data === undefined ? own.error?.detail : undefined}
            onRetry={() => void own.refetch()}
          />
        </section>
      </div>

      <ApplyDialog open={isApplying && mayApply} own={own.data} onClose={close} />
      <RepayDialog
        open={repaying !== undefined}
        loanId={Number(repaying?.params.loanId)}
        own={own.data}
        payments={paid}
        fill={fill}
        dues={dues.isError ? [] : dues.data?.loans}
        onClose={close}
        onPaid={() => (fill === undefined ? close() : void navigate({ to: "/dashboard" }))}
        onShowReceipt={(id) =>
          void navigate({
            to: "/dashboard/transactions/loan-payments",
            search: { receipt: id },
          })
        }
      />
    </>
  );
}

LoansPage.loader = ((prefetch) => {
  prefetch(getLoans);
  prefetch(getLoanPayments);
  prefetch(getDues);
}) satisfies PageLoader;

/** The height of the form, for its placeholder: the form's own address may open it before it has loaded. */
const room = "h-112 sm:h-82";

const ApplyForLoanForm = onDemand(
  "apply-for-loan",
  async () => (await import("#web/features/loans/apply-for-loan-form.tsx")).ApplyForLoanForm,
  room,
);

type ApplyDialogProps = {
  open: boolean;
  own: ReplyOf<typeof getLoans> | undefined;
  onClose: () => void;
};

function ApplyDialog({ open, own, onClose }: ApplyDialogProps) {
  const text = useTranslations("loans");
  return (
    <Modal open={open} onClose={onClose} title={text("apply")}>
      {own === undefined ? <Skeleton className={room} /> : <Apply own={own} onDone={onClose} />}
    </Modal>
  );
}

/** Loads the terms and the balance that limit the application, only once the form is open. */
function Apply({ own, onDone }: { own: ReplyOf<typeof getLoans>; onDone: () => void }) {
  const text = useTranslations("loans");
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  if (settings.isPending || ledger.isPending) return <Skeleton className={room} />;
  if (own.loans.some(({ status }) => status === "default"))
    return (
      <Alert live tone="bad" title={text("defaulted")}>
        {text("defaultedText")}
      </Alert>
    );
  const waitingTypes = own.pending_loans
    .filter(({ status }) => status === "pending" || status === "pending_approval")
    .map((loan) => loan.loan_type);
  if (new Set(waitingTypes).size === 2) return <Alert tone="waiting">{text("bothWaiting")}</Alert>;

  const balances = ledger.data?.ledger_balances;
  return (
    <ApplyForLoanForm
      settings={settings.data}
      limitCents={sumCents([own.loan_limit])}
      groupBalanceCents={
        balances && sumCents([balances["bank"] ?? 0, balances["interest_receivable"] ?? 0])
      }
      waitingTypes={waitingTypes}
      onApplied={onDone}
    />
  );
}
