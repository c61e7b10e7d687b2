// A member's statement of account: its balances, every transaction, and the contributions of earlier years (REP-10).
import { isPaymentKind } from "#domain/payments/payment-kinds.ts";
import { CircleCheck } from "lucide-react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { Transaction, getTransactions } from "#contract/transactions.ts";
import { StatusBadge, type StatusWord } from "#web/ui/badge.tsx";
import { Code } from "#web/ui/code.tsx";
import { type Column, DataTable, datedColumns } from "#web/ui/data-table.tsx";
import { formatDay, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Money } from "#web/ui/money.tsx";
import { ReceiptLink } from "#web/ui/receipt-link.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PaymentsListProps } from "./payment-tables.tsx";

type StatementTableProps = PaymentsListProps<Transaction> & {
  /** On paper, or for another member: without links to one's own receipts. */
  plain?: boolean;
};

/** Every movement on a member's account, newest first (REP-10). */
export function StatementTable(props: StatementTableProps) {
  const { rows, filtered, error, onRetry, paging, plain = false } = props;
  const text = useTranslations("transactions");
  return (
    <DataTable
      caption={text("statementCaption")}
      captionHidden
      compact
      columns={useColumns(plain)}
      rows={rows}
      rowKey={(row) => `${row.kind}-${row.id}`}
      loading={rows === undefined}
      error={error}
      onRetry={onRetry}
      {...(paging ? { paging } : {})}
      empty={
        <EmptyState
          drawing="ledger"
          title={text("none")}
          hint={text(filtered ? "noneInPeriodHint" : "noneHint")}
        />
      }
    />
  );
}

/** `plain` has no button that opens a transaction. */
function useColumns(plain: boolean): readonly Column<Transaction>[] {
  const text = useTranslations("transactions");
  return [
    ...datedColumns<Transaction>({
      titles: { date: text("date"), description: text("description"), detail: text("reference") },
      description: (row) => (plain ? row.description : <Described transaction={row} />),
      detail: (row) => (
        <>
          <span className="in-rows:hidden">
            {isApproved(row) ? " " : " · "}
            <BriefStatus status={row.status as StatusWord} />
          </span>
          {row.payment_Reference_Code !== null && (
            <>
              <span className="in-rows:hidden">{isApproved(row) ? " " : " · "}</span>
              <Code>{row.payment_Reference_Code}</Code>
            </>
          )}
        </>
      ),
    }),
    {
      key: "in",
      title: text("in"),
      align: "end",
      slot: "side",
      cell: (row) => <Moved row={row} way="in" />,
    },
    {
      key: "out",
      title: text("out"),
      align: "end",
      slot: "side",
      cell: (row) => <Moved row={row} way="out" />,
    },
    {
      key: "balance",
      title: text("balance"),
      align: "end",
      slot: "button",
      cell: (row) => (
        <span className="whitespace-nowrap">
          <span className="sr-only in-rows:hidden">{`${text("balance")} `}</span>
          <Money amount={row.balance} bare className="font-semibold" />
        </span>
      ),
    },
    {
      key: "status",
      title: text("status"),
      slot: "elsewhere",
      // The contract names every status of a transaction; each has its badge.
      cell: (row) => <StatusBadge status={row.status as StatusWord} />,
    },
  ];
}

const isApproved = ({ status }: Transaction) => status === "approved";

/** On a card of two lines what is approved, as most rows are, has its sign; any other status its word. */
function BriefStatus({ status }: { status: StatusWord }) {
  const word = useUiTexts().status[status];
  if (status !== "approved") return word;
  return (
    <span title={word}>
      <CircleCheck aria-hidden className="inline size-3.5 text-good" />
      <span className="sr-only">{word}</span>
    </span>
  );
}

/** Whether it counts: undecided and rejected items move nothing (REP-10). */
const moves = (row: Transaction) => row.in !== 0 || row.out !== 0;

/** What it added or took; an item that does not count shows its amount in brackets, on the side where it would. */
function Moved({ row, way }: { row: Transaction; way: "in" | "out" }) {
  const text = useTranslations("transactions");
  const isPayment = row.payment_Reference_Code !== null;
  if (!moves(row) && isPayment === (way === "in"))
    return (
      <span className="whitespace-nowrap text-muted">
        [<Money amount={row.amount} bare />]<span className="sr-only"> {text("notCounted")}</span>
      </span>
    );
  const amount = row[way];
  if (amount === 0) return <span data-blank>–</span>;
  return (
    <span className="whitespace-nowrap">
      <span className="in-rows:hidden">{way === "in" ? "+" : "("}</span>
      <Money amount={amount} bare />
      {way === "out" && <span className="in-rows:hidden">)</span>}
    </span>
  );
}

/** What it was; a payment links to its receipt. */
function Described({ transaction }: { transaction: Transaction }) {
  const { kind, id, description } = transaction;
  if (!isPaymentKind(kind)) return description;
  return (
    <ReceiptLink
      payment={{ kind, id }}
      className="text-brand underline underline-offset-4 md:font-semibold"
    >
      {description}
    </ReceiptLink>
  );
}

/** KES; undefined while loading. */
type StatementEndsProps = { opening: number | undefined; closing: number | undefined };

/** The balance before the period and at its end, as at the top of a bank statement. */
export function StatementEnds({ opening, closing }: StatementEndsProps) {
  const text = useTranslations("transactions");
  return (
    <dl className="mb-2 grid grid-cols-2 gap-x-3 rounded-card max-[449px]:grid-cols-1 border border-line bg-card px-3 py-1 text-sm leading-5 md:mb-3 md:px-4 md:py-2">
      {[
        { label: text("opening"), amount: opening },
        { label: text("closing"), amount: closing },
      ].map(({ label, amount }) => (
        <div
          key={label}
          className="min-w-0 max-[449px]:flex max-[449px]:justify-between max-[449px]:gap-3"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">
            {amount === undefined ? <Skeleton className="h-5.5 w-24" /> : <Money amount={amount} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Past = NonNullable<ReplyOf<typeof getTransactions>["history"]>[number];

/** Contributions from the group's book: part of what it brought forward, and counted nowhere again (OPEN-74). */
export function PastContributions({ history }: { history: readonly Past[] | undefined }) {
  const text = useTranslations("transactions");
  if (history === undefined) return null;
  const columns: readonly Column<Past>[] = [
    {
      key: "month",
      title: text("month"),
      rowHeader: true,
      slot: "name",
      cell: (row) => formatMonth(row.month),
    },
    {
      key: "paid",
      title: text("paymentDate"),
      slot: "detail",
      cell: (row) => (row.paid_on === null ? "–" : formatDay(row.paid_on)),
    },
    {
      key: "reference",
      title: text("reference"),
      slot: "button",
      cell: (row) => <Code>{row.reference ?? "–"}</Code>,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "side",
      cell: (row) => <Money amount={row.amount} bare />,
    },
  ];
  return (
    <section className="mt-6" aria-label={text("past")}>
      <h2 className="text-lg font-semibold">{text("past")}</h2>
      <p className="mb-3 text-sm text-muted">{text("pastHint")}</p>
      <DataTable
        caption={text("past")}
        captionHidden
        compact
        columns={columns}
        rows={history}
        rowKey={(row) => `past-${row.id}`}
        empty={null}
      />
    </section>
  );
}
