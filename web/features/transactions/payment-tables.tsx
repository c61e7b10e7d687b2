// The lists of the Finance Center, by kind: the columns of a row, and the text of an empty list (SCR-16).
import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  type PaymentKind,
} from "#domain/payments/payment-kinds.ts";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { shownVerdict } from "#domain/approvals/shown-verdict.ts";
import type { Contribution } from "#contract/contributions.ts";
import type { Loan, LoanPayment } from "#contract/loans.ts";
import type { Transaction } from "#contract/transactions.ts";
import { RejectableBadge, StatusBadge, type StatusWord } from "#web/ui/badge.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay, formatMoment, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { ReceiptLink } from "#web/ui/receipt-link.tsx";

type Rows = {
  contribution: Contribution;
  loan_payment: LoanPayment;
  loanApplication: Loan;
  fine_payment: Transaction;
  fund_payment: Transaction;
};

type Words = ReturnType<typeof useTranslations<"transactions">>;

type Kind<Row> = {
  caption:
    | "contributionsCaption"
    | "loanPaymentsCaption"
    | "loanApplicationsCaption"
    | "finePaymentsCaption"
    | "fundPaymentsCaption";
  idOf: (row: Row) => number;
  columns: (text: Words) => readonly Column<Row>[];
  empty: (text: Words, filtered: boolean) => ReactNode;
};

const kinds: { [K in keyof Rows]: Kind<Rows[K]> } = {
  contribution: {
    caption: "contributionsCaption",
    idOf: (row) => row.contribution_id,
    columns: (text) => [
      receipt(text, CONTRIBUTION, (row) => row.contribution_id),
      moment(text("paymentDate"), (row) => row.payment_date),
      amount(text, (row) => row.amount_paid),
      ...decisions<Contribution>(text),
      {
        key: "update",
        title: text("updateInfo"),
        cell: (row) =>
          row.update_up_to === null ? (
            // A rejected payment never brings anyone up to date.
            <span className="text-muted">{isOver(row) ? "–" : text("notYet")}</span>
          ) : (
            text("paidUpTo", { month: formatMonth(row.update_up_to) })
          ),
      },
    ],
    empty: (text, filtered) => (
      <EmptyState
        drawing="coins"
        title={text("none")}
        hint={text(filtered ? "noneInPeriodHint" : "noneHint")}
      />
    ),
  },
  loan_payment: {
    caption: "loanPaymentsCaption",
    idOf: (row) => row.payment_id,
    columns: (text) => [
      receipt(text, LOAN_PAYMENT, (row) => row.payment_id),
      { key: "loan", title: text("loan"), cell: (row) => row.loan.loan_name },
      moment(text("paymentDate"), (row) => row.payment_date),
      amount(text, (row) => row.amount_paid),
      ...decisions<LoanPayment>(text),
    ],
    empty: (text, filtered) => (
      <EmptyState
        drawing="loan"
        title={text("noPayments")}
        hint={text(filtered ? "noneInPeriodHint" : "noPaymentsHint")}
      />
    ),
  },
  loanApplication: {
    caption: "loanApplicationsCaption",
    idOf: (row) => row.loan_id,
    columns: (text) => [
      { key: "loan", title: text("loan"), rowHeader: true, cell: (row) => row.loan_name },
      moment(text("applicationDate"), (row) => row.application_date),
      amount(text, (row) => row.amount),
      ...decisions<Loan>(text),
    ],
    empty: (text) => (
      <EmptyState drawing="loan" title={text("noApplications")} hint={text("noApplicationsHint")} />
    ),
  },
  fine_payment: {
    caption: "finePaymentsCaption",
    idOf: (row) => row.id,
    columns: (text) => [
      receipt(text, FINE_PAYMENT, (row) => row.id),
      { key: "date", title: text("paymentDate"), cell: (row) => formatDay(row.date) },
      {
        key: "reference",
        title: text("reference"),
        cell: (row) => <Code>{row.payment_Reference_Code}</Code>,
      },
      amount(text, (row) => row.amount),
      {
        key: "status",
        title: text("status"),
        slot: "side",
        cell: (row) => <StatusBadge status={row.status as StatusWord} />,
      },
    ],
    empty: (text) => <p className="text-muted">{text("noFinePayments")}</p>,
  },
  fund_payment: {
    caption: "fundPaymentsCaption",
    idOf: (row) => row.id,
    columns: (text) => [
      receipt(text, FUND_PAYMENT, (row) => row.id),
      { key: "fund", title: text("fund"), cell: (row) => row.description },
      { key: "date", title: text("paymentDate"), cell: (row) => formatDay(row.date) },
      {
        key: "reference",
        title: text("reference"),
        cell: (row) => <Code>{row.payment_Reference_Code}</Code>,
      },
      amount(text, (row) => row.amount),
      {
        key: "status",
        title: text("status"),
        slot: "side",
        cell: (row) => <StatusBadge status={row.status as StatusWord} />,
      },
    ],
    empty: (text) => <p className="text-muted">{text("noFundPayments")}</p>,
  },
};

/** The props of every list of the Finance Center. */
export type PaymentsListProps<Row> = {
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  /** A period or kind is chosen, so an empty list says nothing about the rest. */
  filtered: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging?: PagingProps;
};

type PaymentsTableProps<K extends keyof Rows> = PaymentsListProps<Rows[K]> & { kind: K };

/** A member's own payments or applications of one kind, with the verdicts of both offices. */
export function PaymentsTable<K extends keyof Rows>(props: PaymentsTableProps<K>) {
  const { rows, filtered, error, onRetry, paging } = props;
  const text = useTranslations("transactions");
  const kind: Kind<Rows[K]> = kinds[props.kind];
  return (
    <DataTable
      caption={text(kind.caption)}
      captionHidden
      columns={kind.columns(text)}
      rows={rows}
      rowKey={kind.idOf}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={kind.empty(text, filtered)}
    />
  );
}

/** The number of a payment, with a link to its receipt. */
function receipt<Row>(text: Words, kind: PaymentKind, idOf: (row: Row) => number): Column<Row> {
  return {
    key: "id",
    title: text("paymentId"),
    rowHeader: true,
    cell: (row) => (
      <ReceiptLink
        inPlace
        payment={{ kind, id: idOf(row) }}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0"
      >
        {idOf(row)}
      </ReceiptLink>
    ),
  };
}

function moment<Row>(title: string, of: (row: Row) => string): Column<Row> {
  return {
    key: "date",
    title,
    cell: (row) => <span className="whitespace-nowrap">{formatMoment(of(row))}</span>,
  };
}

function amount<Row>(text: Words, of: (row: Row) => number): Column<Row> {
  return {
    key: "amount",
    title: text("amount"),
    align: "end",
    slot: "lead",
    cell: (row) => <Money amount={of(row)} />,
  };
}

type DecidedItem = Pick<Loan, "approval" | "approval_status"> & {
  status: StatusWord;
  reject_reason?: string | null;
};

/** The decision on an item: both offices, the status, the day. */
function decisions<Row extends DecidedItem>(text: Words): readonly Column<Row>[] {
  return [
    office(text, "Treasurer"),
    office(text, "Sec-Gen"),
    {
      key: "status",
      title: text("status"),
      slot: "side",
      cell: (row) => (
        <RejectableBadge
          status={row.status}
          why={whyRejected(text, row.reject_reason ?? rejectReasonOf(row))}
        />
      ),
    },
    {
      key: "decided",
      title: text("approvalDate"),
      cell: ({ approval, status }) => (
        <span className="whitespace-nowrap">
          {approval.approval_date === null ? (
            // It never will be: a rejection is final.
            <span className="text-muted">{isOver({ status }) ? "–" : text("notYet")}</span>
          ) : (
            formatMoment(approval.approval_date)
          )}
        </span>
      ),
    },
  ];
}

/** Rejected or withdrawn: no office decides on it any more. */
function isOver({ status }: { status: StatusWord }): boolean {
  return status === "rejected" || status === "withdrawn";
}

/** Why it was rejected, by either office; null without a reason. */
function rejectReasonOf(item: DecidedItem): string | null {
  return item.approval_status.find(({ action }) => action === "rejected")?.reject_reason || null;
}

/** The verdict of one office. PAY-10: pending without one. */
function office(text: Words, role: "Treasurer" | "Sec-Gen"): Column<DecidedItem> {
  return {
    key: role,
    title: text(role === "Treasurer" ? "treasurer" : "secGen"),
    cell: (row) => {
      const verdict = row.approval_status.find((each) => each.role === role);
      if (row.status === "withdrawn") return <span className="text-muted">–</span>;
      return (
        <RejectableBadge
          status={shownVerdict(verdict?.action ?? "pending_approval", row)}
          why={whyRejected(text, verdict?.reject_reason ?? null)}
        />
      );
    },
  };
}

function whyRejected(text: Words, reason: string | null) {
  return {
    label: text("showReason"),
    title: text("rejectedTitle"),
    message: reason ? text("rejectionReason", { reason }) : text("noReason"),
  };
}
