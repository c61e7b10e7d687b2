import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { formatMoney } from "#web/ui/money.tsx";

const names = {
  contribution: "otherContribution",
  loan_payment: "otherLoanPayment",
  fine_payment: "otherFinePayment",
} as const;

type ReferenceNoteProps = {
  payment: Pick<Contribution, "payment_Reference_Code" | "reference_also_on">;
};

/** The reference, and what else the member put on it, as with one M-Pesa payment split in two (PAY-3). */
export function ReferenceNote({ payment }: ReferenceNoteProps) {
  const text = useTranslations("approvals");
  const items = payment.reference_also_on
    .map(({ kind, id, amount }) =>
      text(names[kind], { id: String(id), amount: formatMoney(amount) }),
    )
    .join(", ");
  return (
    <>
      <span className="block break-all">{payment.payment_Reference_Code}</span>
      {items !== "" && (
        <span className="block text-sm text-waiting">{text("alsoOn", { items })}</span>
      )}
    </>
  );
}
