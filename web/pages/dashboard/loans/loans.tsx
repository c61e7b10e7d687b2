import { getRouteApi, useMatch } from "@tanstack/react-router";
import { HandCoins } from "lucide-react";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getGuarantees, getLoanPayments, getLoans } from "#endpoints/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/report-document.tsx";
import type { GuaranteesPartProps } from "#web/features/lending/guarantees-part.tsx";
import { ApplicationsTable } from "#web/features/loans/applications-table.tsx";
import { LoanCard, LoanCardsWaiting } from "#web/features/loans/loan-card.tsx";
import { WithdrawOnDemand } from "#web/features/transactions/withdraw-on-demand.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { PageHeader, ThumbBar } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { useDashboardTitle } from "../page-frame.tsx";
import { RepayDialog, RepayLoanForm } from "./repay-dialog.tsx";

const route = getRouteApi("/dashboard/loans");

type Own = ReplyOf<typeof getLoans>;

/** The list of loans. Two more addresses open the application and the repayment above it (SCR-14). */
export function LoansPage() {
  const text = useTranslations("loans");
  const { may } = useMember();
  const navigate = route.useNavigate();
  const isApplying =
    useMatch({ from: "/dashboard/loans/apply-loan", shouldThrow: false }) !== undefined;
  const repaying = useMatch({ from: "/dashboard/loans/repay-loan/$loanId", shouldThrow: false });
  const own = useEndpoint(getLoans);
  const payments = useEndpoint(getLoanPayments);
  const dues = useEndpoint(getDues, { figuresOnly: true });
  // An auditor, who has none, opens no loans either.
  const guarantees = useEndpoint(getGuarantees, { figuresOnly: true });
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
        subtitle={mayApply && !own.isError && <Limit own={own.data} />}
        actions={
          mayApply && (
            <ThumbBar>
              <Button
                icon={<HandCoins aria-hidden />}
                onPointerEnter={Apply.fetch}
                onFocus={Apply.fetch}
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
        <StandingAlerts loans={own.data?.loans} />
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
          <LoanCards
            loans={own.data.loans}
            payments={paid}
            dues={dues.data?.loans}
            mayRepay={mayRepay}
            onPay={repay}
          />
        )}

        {guarantees.data !== undefined && guarantees.data.guarantees.length > 0 && (
          <GuaranteesPart own={guarantees.data} mayAnswer={may("own.write")} />
        )}

        <section>
          <h2 className="mb-3 text-lg">{text("applications")}</h2>
          <ApplicationsTable
            withdraw={({ loan_id: id, amount }) => (
              <WithdrawOnDemand kind="loan" id={id} amount={amount} reference={null} />
            )}
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

/** Up to how much the member may borrow now. */
function Limit({ own }: { own: Own | undefined }) {
  const text = useTranslations("loans");
  if (own === undefined) return <Skeleton className="h-6 w-56" />;
  return own.loans.some(isInDefault)
    ? text("noneInDefault")
    : text("subtitle", { amount: formatMoney(own.loan_limit) });
}

const isInDefault = ({ status }: Own["loans"][number]) => status === "default";

/** What stands between the member and borrowing. */
function StandingAlerts({ loans }: { loans: Own["loans"] | undefined }) {
  const text = useTranslations("loans");
  const { user, may } = useMember();
  return (
    <>
      {user.status === "pending_approval" && <Alert tone="waiting">{text("pendingMember")}</Alert>}
      {user.status === "dormant" && may("loans.repay") && (
        <Alert tone="waiting">{text("dormantMember")}</Alert>
      )}
      {loans?.some(isInDefault) && (
        <Alert live tone="bad" title={text("defaulted")}>
          {text("defaultedText")}
        </Alert>
      )}
    </>
  );
}

type LoanCardsProps = {
  loans: Own["loans"];
  payments: ReplyOf<typeof getLoanPayments>["loan_payments"];
  dues: ReplyOf<typeof getDues>["loans"] | undefined;
  mayRepay: boolean;
  onPay: (loanId: number) => void;
};

function LoanCards({ loans, payments, dues, mayRepay, onPay }: LoanCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6 min-[1400px]:grid-cols-3">
      {loans.map((loan) => (
        <li key={loan.loan_id} className="grid">
          <LoanCard
            loan={loan}
            payments={payments}
            due={dues?.find(({ loan_id }) => loan_id === loan.loan_id)}
            mayRepay={mayRepay}
            onPay={() => onPay(loan.loan_id)}
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
  );
}

LoansPage.loader = ((prefetch) => {
  prefetch(getLoans);
  prefetch(getLoanPayments);
  prefetch(getDues);
  prefetch(getGuarantees);
}) satisfies PageLoader;

const GuaranteesPart = onDemand<GuaranteesPartProps>("guarantees", async () => {
  const [part] = await Promise.all([
    import("#web/features/lending/guarantees-part.tsx"),
    loadWords("lending"),
  ]);
  return part.GuaranteesPart;
});

/** The height of the form, for its placeholder: the form's own address may open it before it has loaded. */
const room = "h-112 sm:h-82";

const Apply = onDemand("apply-for-loan", async () => (await import("./apply.tsx")).Apply, room);

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
