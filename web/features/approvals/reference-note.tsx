import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { formatMoney } from "#web/ui/money.tsx";

const names = {
  contribution: "otherContribution",
  loan_payment: "otherLoanPayment",
  fine_payment: "otherFinePayment",
} as const;

/** What else the member put on the same reference, as with one M-Pesa payment split in two (contract 3). */
export function ReferenceNote({ contribution }: { contribution: Contribution }) {
  const text = useTranslations("approvals");
  const others = contribution.reference_also_on;
  if (others.length === 0) return null;
  const items = others
    .map(({ kind, id, amount }) =>
      text(names[kind], { id: String(id), amount: formatMoney(amount) }),
    )
    .join(", ");
  return <span className="block text-sm text-waiting">{text("alsoOn", { items })}</span>;
}
