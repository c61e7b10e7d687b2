// The details of a journal entry: in the list, and as the receipt of the payment behind it.
import { Link } from "@tanstack/react-router";
import { ReceiptText, CircleHelp, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { whyNotReversible } from "#domain/ledger/entry-types.ts";
import type { ledger } from "#messages/en/web/accounting.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay, formatMoment, formatMomentAndTime, formatMonth, today } from "#web/ui/day.ts";
import { Facts, type Fact } from "#web/ui/facts.tsx";
import { loanName, useUiTexts } from "#web/ui/texts.tsx";
import { MessageDialog } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { EntryPostings } from "./entry-postings.tsx";

export type EntryDetailsProps = {
  entry: Entry;
  nameOf: (account: string) => string;
  /** Opens the dialog that reverses it; left out for readers who may not. */
  onReverse?: (() => void) | undefined;
  onReceipt: () => void;
};

/** An entry's postings, the payment behind it, its approvals, and its reversal (REP-16). */
export function EntryDetails({ entry, nameOf, onReverse, onReceipt }: EntryDetailsProps) {
  const text = useTranslations("ledger");
  const { type, date, author, agreed_by, reverses, reversed_by } = entry;
  const id = String(entry.id);
  return (
    <div className="space-y-3 border-t border-line px-3 pt-3 pb-4 md:px-4">
      <p className="text-sm text-muted">
        {formatDay(date)} · {text("entry", { id })} · {text(`types.${type}`)}
      </p>
      <p className="wrap-anywhere">{entry.description}</p>
      <EntryPostings
        postings={entry.postings}
        entry={entry}
        caption={text("postings", { id })}
        nameOf={nameOf}
      />
      <PaymentFacts entry={entry} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <p className="text-muted">
          {author === null ? text("postedByItself") : text("postedBy", { name: author.full_name })}
          {agreed_by !== null && `, ${text("agreedBy", { name: agreed_by.full_name })}`}
          {", "}
          {text("recordedOn", { date: formatMoment(entry.recorded_at) })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {reverses !== null && (
            <ToEntry id={reverses}>{text("reverses", { id: String(reverses) })}</ToEntry>
          )}
          {reversed_by !== null && (
            <ToEntry id={reversed_by}>{text("reversedBy", { id: String(reversed_by) })}</ToEntry>
          )}
          {entry.payment !== null && (
            <Button variant="secondary" icon={<ReceiptText aria-hidden />} onClick={onReceipt}>
              {text("receipt")}
              <span className="sr-only">{text("entry", { id })}</span>
            </Button>
          )}
          {onReverse && <ReverseButton entry={entry} onReverse={onReverse} />}
        </div>
      </div>
    </div>
  );
}

const linkClass =
  "inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 md:min-h-0";

function ToEntry({ id, children }: { id: number; children: string }) {
  return (
    <Link
      to="/dashboard/accounting/entries"
      search={{ search: `#${id}`, entry: id }}
      className={linkClass}
    >
      {children}
    </Link>
  );
}

/** The member, and the payment with both approvals; for a loan only the approvals. */
function PaymentFacts({ entry }: { entry: Entry }) {
  const text = useTranslations("ledger");
  const ofPayment = usePaymentFacts(entry);
  const [first] = entry.postings.flatMap(({ member }) => member ?? []);
  const member = entry.payment?.member ?? first;
  const facts: Fact[] = [
    ...(member === undefined
      ? []
      : [
          {
            label: text("member"),
            value: (
              <Link
                to="/dashboard/accounting/entries"
                search={{ member: member.id }}
                className={linkClass}
              >
                {`${member.full_name}, ${member.reg_number}`}
              </Link>
            ),
          },
        ]),
    ...ofPayment,
  ];
  return facts.length === 0 ? null : (
    <div className="text-sm [&_dd]:font-normal [&_div]:py-1">
      <Facts facts={facts} />
    </div>
  );
}

/** When and for what it was paid, and "Treasurer: Tabitha Maina, 21 Nov 2026, 09:30" for the offices in their order. */
function usePaymentFacts({ payment, reference, approvals }: Entry): Fact[] {
  const text = useTranslations("ledger");
  const { offices } = useUiTexts();
  return [
    ...(payment === null
      ? []
      : [
          { label: text("paidOn"), value: formatMoment(payment.payment_date) },
          ...(payment.contribution_month === null
            ? []
            : [{ label: text("month"), value: formatMonth(payment.contribution_month) }]),
          ...(payment.loan_name === null
            ? []
            : [{ label: text("ofLoan"), value: loanName(payment.loan_name) }]),
          { label: text("reference"), value: <span className="break-all">{reference}</span> },
        ]),
    ...approvals.map(({ office, by, at, acting_for }) => ({
      label:
        acting_for === null
          ? text("approvedBy", { office: offices[office] })
          : text("approvedFor", { office: offices[office], place: offices[acting_for] }),
      value: `${by.full_name}, ${formatMomentAndTime(at)}`,
    })),
  ];
}

/** Opens the reversal, or says why this entry stays (BOOK-19). */
function ReverseButton({ entry, onReverse }: { entry: Entry; onReverse: () => void }) {
  const text = useTranslations("ledger");
  const [isExplained, setIsExplained] = useState(false);
  const { type, reversed_by } = entry;
  const id = String(entry.id);
  const refusal = whyNotReversible({ type, reversedBy: reversed_by });

  if (refusal === null) {
    return (
      <Button variant="secondary" icon={<Undo2 aria-hidden />} onClick={onReverse}>
        {text("reverse")}
        <span className="sr-only">{text("entry", { id })}</span>
      </Button>
    );
  }
  const code = refusal.code as keyof (typeof ledger)["whyNot"];
  const why =
    code === "entry-already-reversed"
      ? text(`whyNot.${code}`, { by: String(reversed_by) })
      : text(`whyNot.${code}`);
  return (
    <>
      <Button
        variant="quiet"
        icon={<CircleHelp aria-hidden />}
        className="-me-4 text-muted"
        onClick={() => setIsExplained(true)}
      >
        {text("cannotReverse")}
        <span className="sr-only">{text("entry", { id })}</span>
      </Button>
      <MessageDialog
        title={text("whyNotTitle", { id })}
        message={isExplained ? why : null}
        onClose={() => setIsExplained(false)}
      />
    </>
  );
}

type EntryReceiptProps = {
  entry: Entry;
  payment: NonNullable<Entry["payment"]>;
  group: string;
  proof: string | undefined;
};

/** The receipt of an entry's payment, as its member has it, for an official to read or print. */
export function EntryReceipt({ entry, payment, group, proof }: EntryReceiptProps) {
  const text = useTranslations("ledger");
  const ofPayment = usePaymentFacts(entry);
  return (
    <PrintView
      group={group}
      title={text("receiptOf", { type: text(`types.${entry.type}`) })}
      printedOn={formatDay(today())}
      proof={proof}
    >
      <p className="mb-4">
        <Money amount={entry.amount} size="hero" />
      </p>
      <Facts
        facts={[
          { label: text("receiptNumber"), value: payment.id },
          { label: text("member"), value: payment.member.full_name },
          { label: text("regNumber"), value: payment.member.reg_number },
          ...ofPayment,
          {
            label: text("inTheBooks"),
            value: `${text("entry", { id: String(entry.id) })}, ${formatDay(entry.date)}`,
          },
        ]}
      />
    </PrintView>
  );
}
