import { Link } from "@tanstack/react-router";
import { ChevronDown, ReceiptText, CircleHelp, Undo2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { whyNotReversible } from "#domain/ledger/reversible.ts";
import type { ledger } from "#messages/en/web/accounting.ts";
import { Button } from "#web/ui/button.tsx";
import { Code, withCode } from "#web/ui/code.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMoment, formatMomentAndTime, formatMonths, today } from "#web/ui/day.ts";
import { Facts, type Fact } from "#web/ui/card.tsx";
import { MessageDialog } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { EntryPostings } from "./entry-postings.tsx";

type JournalLineProps = EntryDetailsProps & {
  isOpen: boolean;
  /** The entry that a link led to: scrolled into view. */
  isSought: boolean;
  onToggle: () => void;
};

/** An entry as one line of the journal (two on a phone), which opens its details (REP-16). */
export function JournalLine({ isOpen, isSought, onToggle, ...details }: JournalLineProps) {
  const text = useTranslations("ledger");
  const { entry } = details;
  const id = String(entry.id);
  const line = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isSought) line.current?.scrollIntoView({ block: "center" });
  }, [isSought]);

  return (
    <article
      ref={line}
      aria-label={text("entry", { id })}
      className={cx("border-b border-line last:border-0", isOpen && "bg-sunken/40")}
    >
      <h2 className="text-base font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={cx(
            "grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-3 py-1.5 text-start text-sm hover:bg-sunken @2xl:px-4",
            "@2xl:grid-cols-[3.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_8rem_1rem] @2xl:min-h-10 @2xl:items-center @2xl:py-1.5",
            "focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-brand",
          )}
        >
          <span title={entry.description} className="line-clamp-2 font-semibold @2xl:order-3">
            {withCode(entry.description, entry.reference)}
          </span>
          <Money amount={entry.amount} bare className="text-end font-semibold @2xl:order-5" />
          <span className="hidden text-muted @2xl:order-1 @2xl:block">#{id}</span>
          <span className="col-span-2 flex min-w-0 items-center gap-2 text-muted @2xl:hidden">
            <Name of={entry} />
            <span className="ms-auto flex-none whitespace-nowrap">
              {formatDay(entry.date)} · #{id}
            </span>
            <Opens isOpen={isOpen} />
          </span>
          <span className="hidden whitespace-nowrap text-muted @2xl:order-2 @2xl:block">
            {formatDay(entry.date)}
          </span>
          <span className="hidden min-w-0 gap-2 @2xl:order-4 @2xl:flex">
            <Name of={entry} />
            {entry.reference !== null && (
              <Code className="flex-none text-muted">{entry.reference}</Code>
            )}
          </span>
          <span className="hidden @2xl:order-6 @2xl:block">
            <Opens isOpen={isOpen} />
          </span>
        </button>
      </h2>
      {isOpen && <EntryDetails {...details} />}
    </article>
  );
}

/** May be cut; the open entry has it whole. */
function Name({ of: entry }: { of: Entry }) {
  const name = whoOf(entry);
  return (
    name !== null && (
      <span title={name} className="min-w-0 truncate">
        {name}
      </span>
    )
  );
}

function Opens({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      className={cx("size-4 flex-none text-muted transition-transform", isOpen && "rotate-180")}
    />
  );
}

/** The member that an entry concerns; none if there are several. */
function whoOf({ postings, payment }: Entry): string | null {
  if (payment !== null) return payment.member.full_name;
  const names = new Set(postings.flatMap(({ member }) => member?.full_name ?? []));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}

type EntryDetailsProps = {
  entry: Entry;
  nameOf: (account: string) => string;
  /** Opens the dialog that reverses it; left out for readers who may not. */
  onReverse?: (() => void) | undefined;
  onReceipt: () => void;
};

/** An entry's postings, the payment behind it, its approvals, and its reversal (REP-16). */
function EntryDetails({ entry, nameOf, onReverse, onReceipt }: EntryDetailsProps) {
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
            : [
                {
                  label: text("month"),
                  value: formatMonths(payment.contribution_month, payment.contribution_month_to),
                },
              ]),
          ...(payment.loan_name === null
            ? []
            : [{ label: text("ofLoan"), value: payment.loan_name }]),
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
  /** The button that sends it, and the QR code that opens the check. */
  send: ReactNode;
  code: ReactNode;
};

/** The receipt of an entry's payment, as its member has it, for an official to read, print or send. */
export function EntryReceipt(props: EntryReceiptProps) {
  const { entry, payment, group, proof, send, code } = props;
  const text = useTranslations("ledger");
  const ofPayment = usePaymentFacts(entry);
  return (
    <PrintView
      group={group}
      title={text("receiptOf", { type: text(`types.${entry.type}`) })}
      printedOn={formatDay(today())}
      proof={proof}
      actions={send}
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
      {code}
    </PrintView>
  );
}
