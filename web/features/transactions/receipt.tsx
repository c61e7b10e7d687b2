// The receipt of a payment, by kind, on a sheet to store or print: its facts, and the verdicts of both offices.
import { useTranslations } from "use-intl";
import { shownVerdict } from "#domain/approvals/shown-verdict.ts";
import type { Contribution } from "#contract/contributions.ts";
import type { LoanPayment } from "#contract/loans.ts";
import type { Transaction } from "#contract/transactions.ts";
import { Alert } from "#web/ui/alert.tsx";
import { StatusBadge, Verdicts, type StatusWord } from "#web/ui/badge.tsx";
import { formatDay, formatMoment, formatMonths, today } from "#web/ui/day.ts";
import { Facts, type Fact } from "#web/ui/card.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { ReceiptProof, SendReceipt } from "./receipt-on-demand.tsx";
import { WithdrawOnDemand } from "./withdraw-on-demand.tsx";

type Payments = {
  contribution: Contribution;
  loan_payment: LoanPayment;
  /** As on the member's statement, which does not name the member. */
  fine_payment: OnStatement;
  fund_payment: OnStatement;
};

type OnStatement = Transaction & {
  member: Pick<Contribution["member"], "full_name" | "reg_number">;
};

export type ReceiptKind = keyof Payments;

export type ReceiptProps<K extends ReceiptKind> = { kind: K; payment: Payments[K] };

/** A payment of one's own, of any kind: a receipt once approved, before that a record of payment. */
export function Receipt<K extends ReceiptKind>(props: ReceiptProps<K> & { group: string }) {
  const { kind, payment, group } = props;
  const text = useTranslations("transactions");
  const words = useTranslations("contributions");
  const { offices } = useUiTexts();
  const { title, number, amount, facts, verdicts } = kinds[kind](payment, text, words);
  const status = payment.status as StatusWord;
  const approvals = verdicts !== null && (
    <>
      <h3 className="mt-6 mb-1 font-semibold">{text("approvals")}</h3>
      <Verdicts
        verdicts={verdicts.map(({ role, action, reject_reason, approve_reason }) => ({
          who: offices[role],
          status: shownVerdict(action, payment),
          note:
            action === "rejected"
              ? reject_reason
                ? text("rejectionReason", { reason: reject_reason })
                : text("noReason")
              : (approve_reason ?? null),
        }))}
      />
    </>
  );
  return (
    <PrintView
      group={group}
      title={status === "approved" ? title : text("notReceiptYet")}
      printedOn={formatDay(today())}
      actions={status === "approved" && <SendReceipt kind={kind} id={number} group={group} />}
    >
      <p className="mb-4">
        <Money amount={amount} size="hero" />
      </p>
      {status === "rejected" && <Alert tone="bad">{text("rejectedNote")}</Alert>}
      {(status === "pending" || status === "pending_approval") && (
        <Alert tone="waiting">{text("notApprovedNote")}</Alert>
      )}
      {status === "withdrawn" && <StatusBadge status={status} />}
      {status === "pending" && (
        <p className="my-3 print:hidden">
          <WithdrawOnDemand kind={kind} id={number} amount={amount} {...referenceOf(payment)} />
        </p>
      )}
      <Facts
        facts={[
          { label: text("receiptNumber"), value: number },
          { label: text("member"), value: payment.member.full_name },
          { label: text("regNumber"), value: payment.member.reg_number },
          ...facts,
        ]}
      />
      {status === "approved" ? (
        <ReceiptProof kind={kind} id={number} verdicts={verdicts} unnamed={approvals} />
      ) : (
        approvals
      )}
    </PrintView>
  );
}

type Contents = {
  /** Once it is approved. */
  title: string;
  number: number;
  /** KES. */
  amount: number;
  /** Shown after the member. */
  facts: readonly Fact[];
  /** Null if they are unknown. */
  verdicts: Contribution["approval_status"] | null;
};

type Text = ReturnType<typeof useTranslations<"transactions">>;
type Words = ReturnType<typeof useTranslations<"contributions">>;

const kinds: {
  [K in ReceiptKind]: (payment: Payments[K], text: Text, words: Words) => Contents;
} = {
  contribution: (payment, text, words) => ({
    title: text("contributionReceipt"),
    number: payment.contribution_id,
    amount: payment.amount_paid,
    facts: [
      {
        label: words("month"),
        value: formatMonths(payment.contribution_month, payment.contribution_month_to),
      },
      { label: words("date"), value: formatMoment(payment.payment_date) },
      reference(words("reference"), payment),
      { label: text("groupYear"), value: payment.group_year },
      ...decided(text("decidedOn"), payment),
    ],
    verdicts: payment.approval_status,
  }),
  loan_payment: (payment, text) => ({
    title: text("loanReceipt"),
    number: payment.payment_id,
    amount: payment.amount_paid,
    facts: [
      { label: text("loan"), value: payment.loan.loan_name },
      { label: text("paymentDate"), value: formatMoment(payment.payment_date) },
      reference(text("reference"), payment),
      ...decided(text("approvalDate"), payment),
      status(text, payment),
    ],
    verdicts: payment.approval_status,
  }),
  fine_payment: (payment, text) => ({
    title: text("fineReceipt"),
    number: payment.id,
    amount: payment.amount,
    facts: [
      { label: text("paymentDate"), value: formatDay(payment.date) },
      reference(text("reference"), payment),
      status(text, payment),
    ],
    verdicts: null,
  }),
  fund_payment: (payment, text) => ({
    title: text("fundReceipt"),
    number: payment.id,
    amount: payment.amount,
    facts: [
      { label: text("fund"), value: payment.description },
      { label: text("paymentDate"), value: formatDay(payment.date) },
      reference(text("reference"), payment),
      status(text, payment),
    ],
    verdicts: null,
  }),
};

function referenceOf(payment: Payments[ReceiptKind]) {
  return {
    reference: payment.payment_Reference_Code,
    hasParts: "reference_also_on" in payment && payment.reference_also_on.length > 0,
  };
}

function reference(label: string, payment: { payment_Reference_Code: string | null }): Fact {
  return { label, value: <span className="break-all">{payment.payment_Reference_Code}</span> };
}

function decided(label: string, { approval }: Pick<Contribution, "approval">): Fact[] {
  const { approval_date: at } = approval;
  return at === null ? [] : [{ label, value: formatMoment(at) }];
}

function status(text: Text, payment: { status: string }): Fact {
  return { label: text("status"), value: <StatusBadge status={payment.status as StatusWord} /> };
}
