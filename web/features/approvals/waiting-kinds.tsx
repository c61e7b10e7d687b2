// What waits for an official, by kind: where it is listed and decided on, and the texts of its row and dialog
// (SCR-17).
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { CircleCheck, CircleDashed, SearchX, TriangleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Evidence, EvidenceState } from "#contract/approvals.ts";
import {
  decideContribution,
  getContributionApprovals,
  type Contribution,
} from "#endpoints/contributions.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { getSettings } from "#endpoints/group.ts";
import { decideFinePayment, getFinePaymentApprovals, type FinePayment } from "#endpoints/fines.ts";
import {
  decideLoanApplication,
  decideLoanPayment,
  getLoanApplications,
  getLoanPaymentApprovals,
  type Loan,
  type LoanPayment,
} from "#endpoints/loans.ts";
import { decideFundPayment, getFundPaymentApprovals } from "#endpoints/funds.ts";
import { decideRotationPayment, getRotationPaymentApprovals } from "#endpoints/rotations.ts";
import type { Action, Office } from "#domain/permissions.ts";
import { useEndpoint, type Failed, type Reading } from "#web/api/use-query.ts";
import { Code } from "#web/ui/code.tsx";
import type { Column } from "#web/ui/data-table.tsx";
import { formatMoment, formatMonths } from "#web/ui/day.ts";
import type { Fact } from "#web/ui/card.tsx";
import { formatMoney, Money, sumKes } from "#web/ui/money.tsx";
import { useLoanDetails } from "./loan-details.tsx";

/** What the two offices decide on one by one, as `domain/waiting-kinds.ts` names it. */
export type ApprovalKind = "loan_application" | PaymentKind;

/** One item of any kind, as its list and its dialog show it. */
export type Waiting = Pick<Contribution, "member" | "own_item" | "approval_status"> & {
  id: number;
  /** KES. */
  amount: number;
  /** For a loan: the office for which the Chairperson acts. */
  acting_for: Office | null;
  /** What it is for, and when. */
  what: string;
  when: string;
  /** The reference, and other items with it (PAY-3); null for a loan. */
  reference: Referenced | null;
  /** Shown between the member and the reference in the dialog. */
  facts: readonly Fact[];
  /** The facts of its kind's sentences. */
  values: Record<string, string>;
  loan: Loan | null;
  /** The statements' evidence; null for a loan. */
  evidence: Evidence | null;
};

/** The fields of a payment behind the note on its reference. */
type Referenced = Pick<
  Contribution,
  "payment_Reference_Code" | "reference_also_on" | "approval_status" | "contested"
>;

type Kind = {
  /** Who may decide. */
  needs: Action;
  /** What `useWaiting` reads. */
  list: Endpoint;
  decide:
    | typeof decideContribution
    | typeof decideLoanApplication
    | typeof decideLoanPayment
    | typeof decideFinePayment
    | typeof decideRotationPayment
    | typeof decideFundPayment;
  /** The heading of the column that says what it is for. */
  head: "month" | "loan" | "paymentDate" | "rotation" | "fund";
  /** Extra columns, before the amount. */
  columns: (text: Words) => readonly Column<Waiting>[];
  /** Texts for one's own item, and for an empty list. */
  texts: (text: Words) => { own: string; none: string; noneHint: string };
  useWaiting: () => Reading<unknown> & { items: Waiting[] | undefined };
  /** Details for the decision, beyond the row. */
  useDetails: (item: Waiting) => KnownDetails;
  /** SCR-18: whether the same member's newer one must be decided first. */
  newerFirst: boolean;
};

export type Details = {
  facts?: readonly Fact[];
  /** The facts of its kind's sentences. */
  values?: Record<string, string | number>;
  /** Whether missing evidence, or none yet, needs a reason too (STAT-25). */
  asksForEvidence?: boolean;
  /** Shown while approving, e.g. an obstacle. */
  approving?: ReactNode;
};

/** Nobody decides without them: they are loading, or failed to load. */
type KnownDetails = { details: Details | undefined; failed: Failed | null };

type Words = ReturnType<typeof useTranslations<"approvals">>;

/** What all payments have in common. */
const payments: Pick<Kind, "needs" | "columns" | "texts" | "useDetails"> = {
  needs: "approvals.list",
  columns: () => [],
  texts: (text) => ({ own: text("own"), none: text("none"), noneHint: text("noneHint") }),
  useDetails() {
    const settings = useEndpoint(getSettings);
    return { details: { asksForEvidence: settings.data?.require_evidence ?? false }, failed: null };
  },
};

export const kinds: Record<ApprovalKind, Kind> = {
  loan_application: {
    list: getLoanApplications,
    needs: "loan-applications.decide",
    decide: decideLoanApplication,
    head: "loan",
    columns: (text) => [
      {
        key: "total",
        title: text("toRepay"),
        align: "end",
        cell: ({ loan }) => <Money amount={loan?.total_amount ?? 0} />,
      },
    ],
    texts: (text) => ({
      own: text("ownLoan"),
      none: text("loan_application.none"),
      noneHint: text("loan_application.noneHint"),
    }),
    useDetails: ({ loan }) => useLoanDetails(loan),
    newerFirst: false,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getLoanApplications);
      return { ...reading, items: reading.data?.pending_loans.map((row) => ofLoan(row, text)) };
    },
  },
  loan_payment: {
    list: getLoanPaymentApprovals,
    decide: decideLoanPayment,
    head: "loan",
    ...payments,
    newerFirst: false,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getLoanPaymentApprovals);
      const items = reading.data?.pending_approvals.map((row) => {
        const loan = row.loan.loan_name;
        return {
          ...ofPayment(row, text),
          what: loan,
          facts: [{ label: text("loan"), value: loan }, paidOn(row, text)],
          values: { loan },
        };
      });
      return { ...reading, items };
    },
  },
  contribution: {
    list: getContributionApprovals,
    decide: decideContribution,
    head: "month",
    ...payments,
    newerFirst: true,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getContributionApprovals);
      const items = reading.data?.pending_approvals.map((row) => {
        const month = formatMonths(row.contribution_month, row.contribution_month_to);
        return {
          ...ofPayment({ ...row, payment_id: row.contribution_id }, text),
          what: month,
          facts: [{ label: text("month"), value: month }, paidOn(row, text)],
          values: { month },
        };
      });
      return { ...reading, items };
    },
  },
  fine_payment: {
    list: getFinePaymentApprovals,
    decide: decideFinePayment,
    head: "paymentDate",
    ...payments,
    newerFirst: false,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getFinePaymentApprovals);
      const items = reading.data?.pending_approvals.map((row) => ({
        ...ofPayment(row, text),
        what: formatMoment(row.payment_date),
        when: "",
      }));
      return { ...reading, items };
    },
  },
  rotation_payment: {
    list: getRotationPaymentApprovals,
    decide: decideRotationPayment,
    head: "rotation",
    ...payments,
    newerFirst: false,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getRotationPaymentApprovals);
      const items = reading.data?.pending_approvals.map((row) => {
        const rotation = row.rotation.name;
        return {
          ...ofPayment(row, text),
          what: rotation,
          facts: [{ label: text("rotation"), value: rotation }, paidOn(row, text)],
          values: { rotation },
        };
      });
      return { ...reading, items };
    },
  },
  fund_payment: {
    list: getFundPaymentApprovals,
    decide: decideFundPayment,
    head: "fund",
    ...payments,
    newerFirst: false,
    useWaiting() {
      const text = useTranslations("approvals");
      const reading = useEndpoint(getFundPaymentApprovals);
      const items = reading.data?.pending_approvals.map((row) => {
        const fund = row.fund.name;
        return {
          ...ofPayment(row, text),
          what: fund,
          facts: [{ label: text("fund"), value: fund }, paidOn(row, text)],
          values: { fund },
        };
      });
      return { ...reading, items };
    },
  },
};

function ofPayment(row: Pick<FinePayment & LoanPayment, keyof FinePayment>, text: Words): Waiting {
  return {
    id: row.payment_id,
    amount: row.amount_paid,
    member: row.member,
    own_item: row.own_item,
    approval_status: row.approval_status,
    acting_for: null,
    what: "",
    when: text("paidOn", { date: formatMoment(row.payment_date) }),
    reference: row,
    facts: [paidOn(row, text)],
    values: {},
    loan: null,
    evidence: row.evidence ?? null,
  };
}

function paidOn({ payment_date }: Pick<FinePayment, "payment_date">, text: Words): Fact {
  return { label: text("paymentDate"), value: formatMoment(payment_date) };
}

function ofLoan(loan: Loan, text: Words): Waiting {
  const interest = formatMoney(sumKes([loan.total_amount, -loan.amount]));
  return {
    id: loan.loan_id,
    amount: loan.amount,
    member: loan.member,
    own_item: loan.own_item,
    approval_status: loan.approval_status,
    acting_for: loan.acting_for,
    what: loan.loan_name,
    when: text("appliedOn", { date: formatMoment(loan.application_date) }),
    reference: null,
    facts: [
      { label: text("loan"), value: loan.loan_name },
      { label: text("interest"), value: interest },
    ],
    values: { total: formatMoney(loan.total_amount) },
    loan,
    evidence: null,
  };
}

/** The office that must agree with the deciding one: Treasurer and Sec-Gen approve together (PAY-11). */
export function otherOffice(item: Pick<Waiting, "acting_for">, office: Office | null) {
  return (item.acting_for ?? office) === "Treasurer" ? "Sec-Gen" : "Treasurer";
}

/** Whether the other office has approved already. */
export function isSecond(item: Waiting, office: Office | null): boolean {
  const other = otherOffice(item, office);
  return item.approval_status.some(({ role, action }) => role === other && action === "approved");
}

/**
 * Whether its approval needs a reason: a statement contradicts it (STAT-24), or does not show it and the group
 * demands that (STAT-25).
 */
export function lacksEvidence({ evidence }: Waiting, asksForEvidence: boolean): boolean {
  if (evidence === null || evidence.state === "confirmed") return false;
  return asksForEvidence || evidence.state === "differs";
}

/** What the statements say of a payment: in words and one symbol (STAT-22). */
export const evidenceStates: readonly EvidenceState[] = ["confirmed", "differs", "missing", "none"];

export const evidenceLooks: Record<EvidenceState, { Icon: LucideIcon; colour: string }> = {
  confirmed: { Icon: CircleCheck, colour: "text-good" },
  differs: { Icon: TriangleAlert, colour: "text-bad" },
  missing: { Icon: SearchX, colour: "text-waiting" },
  none: { Icon: CircleDashed, colour: "text-muted" },
};

const otherItems = {
  contribution: "otherContribution",
  loan_payment: "otherLoanPayment",
  fine_payment: "otherFinePayment",
  rotation_payment: "otherRotationPayment",
  fund_payment: "otherFundPayment",
} as const satisfies Record<PaymentKind, string>;

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
      <Code>{payment.payment_Reference_Code}</Code>
      {enteredBy && (
        <span className="block text-sm text-muted">
          {text("enteredBy", { name: enteredBy.full_name })}
        </span>
      )}
      {items !== "" && (
        <span className="block text-sm text-waiting">{text("alsoOn", { items })}</span>
      )}
      {payment.contested !== undefined && (
        <span className="block text-sm text-waiting">
          {text("contested", {
            name: payment.contested.member.full_name,
            number: payment.contested.member.reg_number,
          })}
        </span>
      )}
    </>
  );
}
