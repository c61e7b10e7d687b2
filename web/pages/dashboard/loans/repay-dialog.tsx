import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLoans, Loan, LoanPayment } from "#contract/loans.ts";
import { formatKes } from "#domain/money.ts";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";

export const RepayLoanForm = onDemand(
  "repay-loan",
  async () => (await import("#web/features/loans/repay-loan-form.tsx")).RepayLoanForm,
  "h-152 sm:h-140",
);

type RepayDialogProps = {
  open: boolean;
  loanId: number;
  own: ReplyOf<typeof getLoans> | undefined;
  payments: readonly LoanPayment[] | undefined;
  onClose: () => void;
  onShowReceipt: (paymentId: number) => void;
};

export function RepayDialog(props: RepayDialogProps) {
  const { open, loanId, own, payments, onClose, onShowReceipt } = props;
  const text = useTranslations("loans");
  const loan = [...(own?.loans ?? []), ...(own?.pending_loans ?? [])].find(
    (each) => each.loan_id === loanId,
  );
  return (
    <Modal
      open={open && own !== undefined && payments !== undefined}
      onClose={onClose}
      title={text("repayTitle")}
    >
      {loan === undefined ? (
        <Alert tone="note">{text("unknownLoan")}</Alert>
      ) : (
        <Repay
          loan={loan}
          payments={payments ?? []}
          onPaid={onClose}
          onShowReceipt={onShowReceipt}
        />
      )}
    </Modal>
  );
}

type RepayProps = {
  loan: Loan;
  payments: readonly LoanPayment[];
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

/** The form, or why there is nothing to pay: an address may be opened that no button leads to. */
function Repay({ loan, payments, ...ways }: RepayProps) {
  const text = useTranslations("loans.notRepayable");
  const { may } = useMember();
  const payable = payableOn(loan, payments);
  switch (loan.status) {
    case "pending":
    case "pending_approval":
    case "approved":
      return <Alert tone="waiting">{text("pending")}</Alert>;
    case "rejected":
    case "cleared":
    case "written_off":
      return <Alert tone="note">{text(loan.status)}</Alert>;
    case "active":
    case "default":
      if (!may("loans.repay")) return <Alert tone="note">{text("readOnly")}</Alert>;
      if (payable.payableCents === 0n)
        return (
          <Alert tone="waiting">
            {text("allWaiting", { amount: formatKes(payable.waitingCents) })}
          </Alert>
        );
      return <RepayLoanForm loan={loan} payable={payable} {...ways} />;
  }
}
