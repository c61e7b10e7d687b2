import { LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { LoanDue } from "#contract/dues.ts";
import type { getLoans, Loan, LoanPayment } from "#contract/loans.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import type { RepayProductFormProps } from "#web/features/lending/repay-product-form.tsx";
import { payableOn } from "#web/features/loans/payable.ts";
import { useMember } from "#web/features/session/session.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { sumCents } from "#web/ui/money.tsx";
import { PayNow, usePhone } from "../pay-now.tsx";
import { OwnWhereToPay } from "../where-to-pay.tsx";

export const RepayLoanForm = onDemand(
  "repay-loan",
  async () => (await import("#web/features/loans/repay-loan-form.tsx")).RepayLoanForm,
  "h-152 sm:h-140",
);

const RepayProductForm = onDemand<RepayProductFormProps>(
  "repay-product",
  async () => {
    const [part] = await Promise.all([
      import("#web/features/lending/repay-product-form.tsx"),
      loadWords("lending"),
    ]);
    return part.RepayProductForm;
  },
  "h-152 sm:h-140",
);

type RepayDialogProps = {
  open: boolean;
  loanId: number;
  own: ReplyOf<typeof getLoans> | undefined;
  payments: readonly LoanPayment[] | undefined;
  /** Prefills the amount with all that is owed, or with the month's part. */
  fill: "due" | "month" | undefined;
  dues: readonly LoanDue[] | undefined;
  onClose: () => void;
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

export function RepayDialog(props: RepayDialogProps) {
  const { open, loanId, own, payments, fill, dues, onClose, onPaid, onShowReceipt } = props;
  const text = useTranslations("loans");
  const phone = usePhone(open);
  const loan = [...(own?.loans ?? []), ...(own?.pending_loans ?? [])].find(
    (each) => each.loan_id === loanId,
  );
  return (
    <Modal
      open={
        open &&
        own !== undefined &&
        payments !== undefined &&
        phone !== undefined &&
        // The form needs the month's part from its start.
        (fill === undefined || dues !== undefined)
      }
      onClose={onClose}
      title={text("repayTitle")}
    >
      {loan === undefined ? (
        <Alert tone="note">{text("unknownLoan")}</Alert>
      ) : (
        <Repay
          loan={loan}
          payments={payments ?? []}
          fill={fill}
          due={dues?.find((each) => each.loan_id === loanId)}
          phone={phone}
          onPaid={onPaid}
          onShowReceipt={onShowReceipt}
        />
      )}
    </Modal>
  );
}

type RepayProps = {
  loan: Loan;
  payments: readonly LoanPayment[];
  fill: "due" | "month" | undefined;
  due: LoanDue | undefined;
  phone: string | null | undefined;
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

/** The form, or why there is nothing to pay: somebody may open an address that no button leads to. */
function Repay({ loan, payments, fill, due, phone, ...ways }: RepayProps) {
  const text = useTranslations("loans.notRepayable");
  const { may } = useMember();
  const payable = payableOn(loan, payments);
  // Of a loan of a product: what is overdue, else what is left of the next row.
  const nowCents = due && sumCents([due.overdue || due.a_month_to_be_done]);
  switch (loan.status) {
    case "pending":
    case "pending_approval":
    case "approved":
      return <Alert tone="waiting">{text("pending")}</Alert>;
    case "rejected":
    case "withdrawn":
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
      return (
        <>
          <PayNow
            phone={phone}
            askedFor={{ kind: LOAN_PAYMENT, loanId: loan.loan_id }}
            offeredCents={
              loan.product ? nowCents : offeredCents(fill ?? "month", payable.payableCents, due)
            }
            onPaid={ways.onPaid}
          />
          {loan.product === undefined ? (
            <RepayLoanForm
              loan={loan}
              payable={payable}
              aMonthCents={due && sumCents([due.a_month_to_be_done])}
              offeredCents={offeredCents(fill, payable.payableCents, due)}
              head={<OwnWhereToPay />}
              {...ways}
            />
          ) : (
            <RepayProductForm
              loan={loan}
              offeredCents={fill && nowCents}
              head={<OwnWhereToPay />}
              {...ways}
            />
          )}
        </>
      );
  }
}

/** The prefilled amount in cents, never more than may be paid; undefined if nothing is prefilled. */
function offeredCents(
  fill: RepayProps["fill"],
  payableCents: Cents,
  due: LoanDue | undefined,
): Cents | undefined {
  if (fill === "due") return payableCents;
  if (fill === undefined || due === undefined) return undefined;
  const aMonthCents = sumCents([due.a_month_to_be_done]);
  return aMonthCents < payableCents ? aMonthCents : payableCents;
}
