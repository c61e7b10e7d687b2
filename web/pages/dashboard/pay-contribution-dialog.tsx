import { CONTRIBUTION, FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { firstOfMonth } from "#domain/calendar.ts";
import { formatKes, toKes } from "#domain/money.ts";
import { useCorrection } from "#web/api/stored/correction.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { monthsToPay } from "#domain/months-to-pay.ts";
import type { SumDebt } from "#web/features/contributions/pay-sum-form.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, sumCents } from "#web/ui/money.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { centsOf, useOwed } from "./own-dues.tsx";
import { PayNow, usePhone } from "./pay-now.tsx";
import { OwnWhereToPay } from "./where-to-pay.tsx";

export const PayContributionForm = onDemand(
  "pay-contribution",
  async () =>
    (await import("#web/features/contributions/pay-contribution-form.tsx")).PayContributionForm,
);

type PayContributionDialogProps = {
  open: boolean;
  /** Prefills what is owed, or what is due next, instead of the monthly contribution. */
  isDue?: boolean;
  onClose: () => void;
  onPaid: () => void;
  onShowReceipt: (contributionId: number) => void;
};

const PaySumForm = onDemand("pay-sum", async () => {
  const [form] = await Promise.all([
    import("#web/features/contributions/pay-sum-form.tsx"),
    loadWords("paying"),
  ]);
  return form.PaySumForm;
});

/** The payment form above a list of contributions. It appears once it is known what is owed. */
export function PayContributionDialog(props: PayContributionDialogProps) {
  const { open, isDue = false, onClose, onPaid, onShowReceipt } = props;
  const text = useTranslations("contributions");
  const home = useTranslations("home");
  const group = useEndpoint(getGroup);
  const { owed, failed } = useOwed();
  const corrected = useCorrection("sum");
  const monthlyContribution = group.data?.monthly_contribution;
  const parts = owed?.parts ?? [];
  const isSum = isDue && (parts.length > 1 || corrected !== null);
  const phone = usePhone(open && !isSum);
  const isKnown = (owed !== undefined || failed !== null) && (isSum || phone !== undefined);
  const offered = isDue ? offeredBy(owed) : monthlyContribution;
  const months = monthsToPay(owed?.dues.contributions ?? unknown(), today());
  return (
    <Modal
      open={open && isKnown && !group.isPending}
      onClose={onClose}
      title={isSum ? home("payOwed", { amount: formatKes(centsOf(parts)) }) : text("pay")}
    >
      {isSum && owed !== undefined ? (
        <PaySumForm
          debts={debtsOf(owed.dues, parts, monthlyContribution ?? 0)}
          head={<Head dues={owed.dues} />}
          onPaid={onPaid}
        />
      ) : (
        <>
          <PayNow
            phone={phone}
            askedFor={{ kind: CONTRIBUTION, month: months.next }}
            offeredCents={offered === undefined ? undefined : sumCents([offered])}
            onPaid={onPaid}
          />
          <PayContributionForm
            monthlyContribution={monthlyContribution}
            months={months}
            offered={offered}
            head={<Head dues={owed?.dues} />}
            onPaid={onPaid}
            onShowReceipt={onShowReceipt}
          />
        </>
      )}
    </Modal>
  );
}

/** Without what the server says the form opens with this month. */
function unknown() {
  const first_month = firstOfMonth(today());
  return { first_month, paid_up_to: null, months_owed: [], next: null };
}

type Owed = NonNullable<ReturnType<typeof useOwed>["owed"]>;

/** KES: what is owed, or else the next month; undefined if it could not be loaded. */
function offeredBy(owed: Owed | undefined): number | undefined {
  const own = owed?.parts.find(({ kind }) => kind === "contributions");
  return own === undefined ? owed?.dues.contributions.next?.amount : toKes(own.cents);
}

/** Where to pay, and what waits already and is left out. */
function Head({ dues }: { dues: Owed["dues"] | undefined }) {
  const home = useTranslations("home");
  const waiting = dues?.waiting?.total ?? 0;
  return (
    <>
      <OwnWhereToPay />
      {waiting > 0 && (
        <Alert tone="waiting">{home("waitingSum", { amount: formatMoney(waiting) })}</Alert>
      )}
    </>
  );
}

/** What one sum pays, the oldest first. */
function debtsOf(dues: Owed["dues"], parts: Owed["parts"], monthly: number): SumDebt[] {
  const monthlyCents = sumCents([monthly]);
  const { months_owed: months, amount } = dues.contributions;
  return parts.map((part): SumDebt => {
    const { cents } = part;
    if (part.kind === "fines") return { key: "fines", kind: FINE_PAYMENT, cents };
    if (part.kind === "loan")
      return {
        key: `loan${part.loanId}`,
        kind: LOAN_PAYMENT,
        cents,
        loanId: part.loanId,
        loanName: part.loanName,
      };
    return {
      key: "months",
      kind: CONTRIBUTION,
      cents,
      month: months[0] ?? firstOfMonth(today()),
      paidCents: monthlyCents * BigInt(months.length) - sumCents([amount]),
      monthlyCents,
    };
  });
}
