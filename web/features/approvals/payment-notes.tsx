// Notes on a waiting payment: its reference, and the statements' evidence in words and one symbol (STAT-22).
import { CircleCheck, CircleDashed, SearchX, TriangleAlert, type LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";
import type { Evidence, EvidenceState } from "#contract/approvals.ts";
import type { Contribution } from "#contract/contributions.ts";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney, unbroken } from "#web/ui/money.tsx";

export const evidenceStates: readonly EvidenceState[] = ["confirmed", "differs", "missing", "none"];

const looks: Record<EvidenceState, { Icon: LucideIcon; colour: string }> = {
  confirmed: { Icon: CircleCheck, colour: "text-good" },
  differs: { Icon: TriangleAlert, colour: "text-bad" },
  missing: { Icon: SearchX, colour: "text-waiting" },
  none: { Icon: CircleDashed, colour: "text-muted" },
};

/** In a row: a word if the statements agree, otherwise the difference. */
export function EvidenceMark({ evidence }: { evidence: Evidence }) {
  const text = useTranslations("approvals");
  const { state, reason } = evidence;
  const { Icon, colour } = looks[state];
  return (
    <span className={`mt-0.5 flex items-start gap-1.5 text-sm ${colour}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {state === "differs" ? unbroken(reason) : text(`evidence.${state}`)}
      </span>
    </span>
  );
}

/** In the dialog: the sentence, and the line with its day, amount and details. */
export function EvidenceNote({ evidence }: { evidence: Evidence }) {
  const text = useTranslations("approvals");
  const { state, reason, line } = evidence;
  const { Icon, colour } = looks[state];
  return (
    <div className="rounded-control border border-line bg-sunken p-3">
      <p className={`flex items-start gap-2 font-semibold ${colour}`}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>{unbroken(reason)}</span>
      </p>
      {line !== undefined && (
        <dl className="mt-2 text-sm">
          <dt className="sr-only">{text("evidenceLine")}</dt>
          <dd className="flex flex-wrap justify-between gap-x-4">
            <span>{line.at.length > 10 ? formatMomentAndTime(line.at) : formatDay(line.at)}</span>
            <span className="font-semibold tabular-nums">{formatMoney(line.amount)}</span>
          </dd>
          <dd className="wrap-anywhere text-muted">
            {[line.reference, line.details].filter(Boolean).join(" · ")}
          </dd>
        </dl>
      )}
    </div>
  );
}

/** The fields of a payment behind the note on its reference. */
export type Referenced = Pick<
  Contribution,
  "payment_Reference_Code" | "reference_also_on" | "approval_status"
>;

const otherItems = {
  contribution: "otherContribution",
  loan_payment: "otherLoanPayment",
  fine_payment: "otherFinePayment",
} as const;

/** The reference, and what else the member put on it, as when one M-Pesa payment is split in two (PAY-3). */
export function ReferenceNote({ payment }: { payment: Referenced }) {
  const text = useTranslations("approvals");
  const enteredBy = payment.approval_status.find(({ entered_by }) => entered_by)?.entered_by;
  const items = payment.reference_also_on
    .map(({ kind, id, amount }) =>
      text(otherItems[kind], { id: String(id), amount: formatMoney(amount) }),
    )
    .join(", ");
  return (
    <>
      <span className="block break-all">{payment.payment_Reference_Code}</span>
      {enteredBy && (
        <span className="block text-sm text-muted">
          {text("enteredBy", { name: enteredBy.full_name })}
        </span>
      )}
      {items !== "" && (
        <span className="block text-sm text-waiting">{text("alsoOn", { items })}</span>
      )}
    </>
  );
}
