import { FINE_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import { getUserFines, type Fine } from "#endpoints/fines.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { ThumbBar } from "#web/ui/page.tsx";
import { sumCents, Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { holdsDialog } from "../list-in-address.ts";
import { PayNow, usePhone } from "../pay-now.tsx";
import { OwnWhereToPay } from "../where-to-pay.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";

const route = getRouteApi("/dashboard/transactions/fines");
const PayFineForm = onDemand(
  "pay-fine",
  async () => (await import("#web/features/fines/pay-fine-form.tsx")).PayFineForm,
);

/** The member's own fines, the payments towards them, and the form to pay. */
export function FinesPage() {
  const text = useTranslations("transactions");
  const words = useTranslations("fines");
  const { user, may } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const fines = useEndpoint(getUserFines);
  const payments = useEndpoint(getTransactions, { query: { kind: FINE_PAYMENT } });
  const open = payments.data?.transactions.find((each) => each.id === search.receipt);
  const go = (next: typeof search) =>
    void navigate({ search: next, replace: holdsDialog(search), resetScroll: false });

  const waiting = (payments.data?.transactions ?? []).filter(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  const waitingCents = sumCents(waiting.map((each) => each.amount));
  const payable = sumCents([fines.data?.unpaid_fines ?? 0]) - waitingCents;
  const isKnown = fines.data !== undefined && payments.data !== undefined;
  const mayPay = may("fines.pay") && isKnown && payable > 0n;
  const isPaying = search.pay !== undefined && mayPay;
  const phone = usePhone(isPaying);
  const paid = () => (search.pay === "due" ? void navigate({ to: "/dashboard" }) : go({}));

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{text("finesTitle")}</h2>
        {mayPay && (
          <ThumbBar>
            <Button
              icon={<Plus aria-hidden />}
              className="w-full"
              onPointerEnter={PayFineForm.fetch}
              onFocus={PayFineForm.fetch}
              onClick={() => go({ pay: true })}
            >
              {words("pay")}
            </Button>
          </ThumbBar>
        )}
      </div>
      <div className="space-y-6">
        <FinesTotals
          total={fines.data?.total_fines}
          unpaid={fines.data?.unpaid_fines}
          waiting={payments.data && Number(waitingCents) / 100}
        />
        {isKnown && waitingCents > 0n && payable <= 0n && (
          <Alert tone="note">{words("allWaiting")}</Alert>
        )}
        <FinesTable
          fines={fines.data?.fines}
          error={fines.error?.detail}
          onRetry={() => void fines.refetch()}
        />
        <section>
          <h2 className="mb-4 text-xl">{text("finePaymentsTitle")}</h2>
          <PaymentsTable
            kind={FINE_PAYMENT}
            rows={payments.data?.transactions}
            filtered={false}
            error={payments.error?.detail}
            onRetry={() => void payments.refetch()}
          />
        </section>
      </div>
      <Modal
        open={isPaying && phone !== undefined}
        onClose={() => go({})}
        title={words("payTitle")}
      >
        <PayNow
          phone={phone}
          askedFor={{ kind: FINE_PAYMENT }}
          offeredCents={payable}
          onPaid={paid}
        />
        <PayFineForm
          payable={payable}
          head={<OwnWhereToPay />}
          onPaid={paid}
          onShowReceipt={(receipt) =>
            void navigate({ to: "/dashboard/transactions/fines", search: { receipt } })
          }
        />
      </Modal>
      <ReceiptDialog
        open={search.receipt !== undefined && payments.data !== undefined}
        kind={FINE_PAYMENT}
        payment={
          open && {
            ...open,
            member: { ...user, full_name: `${user.first_name} ${user.last_name}` },
          }
        }
        notFound={text("notFound")}
        onClose={() => go({})}
      />
    </>
  );
}

FinesPage.loader = ((prefetch) => {
  prefetch(getDues);
  prefetch(getUserFines);
  prefetch(getTransactions, { query: { kind: FINE_PAYMENT } });
}) satisfies PageLoader;

type FinesTotalsProps = {
  /** KES; undefined while loading. */
  total: number | undefined;
  unpaid: number | undefined;
  waiting: number | undefined;
};

/** Shows what is left to pay in large figures, and how it adds up. */
function FinesTotals({ total, unpaid, waiting }: FinesTotalsProps) {
  const text = useTranslations("fines");
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Part label={text("unpaid")} amount={unpaid} large />
        <Part label={text("waiting")} amount={waiting} />
        <Part label={text("total")} amount={total} />
      </dl>
    </Card>
  );
}

type PartProps = { label: string; amount: number | undefined; large?: boolean };

function Part({ label, amount, large = false }: PartProps) {
  return (
    <div className={large ? "max-sm:col-span-2" : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">
        {amount === undefined ? (
          <Skeleton className="my-1 h-6 w-28" />
        ) : (
          <Money amount={amount} size={large ? "large" : "part"} />
        )}
      </dd>
    </div>
  );
}

type FinesTableProps = {
  fines: readonly Fine[] | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** A member's fines and what is left to pay of each. */
function FinesTable({ fines, error, onRetry }: FinesTableProps) {
  const text = useTranslations("fines");
  const columns: readonly Column<Fine>[] = [
    {
      key: "date",
      title: text("date"),
      cell: (row) => <span className="whitespace-nowrap">{formatDay(row.date)}</span>,
    },
    {
      key: "description",
      title: text("description"),
      rowHeader: true,
      cell: (row) => row.description,
    },
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "lead",
      cell: (row) => <Money amount={row.amount} />,
    },
    {
      key: "outstanding",
      title: text("outstanding"),
      align: "end",
      cell: (row) => (
        <Money
          amount={row.outstanding}
          className={row.outstanding > 0 ? "font-semibold text-bad" : "text-muted"}
        />
      ),
    },
  ];
  return (
    <DataTable
      caption={text("caption")}
      captionHidden
      columns={columns}
      rows={fines}
      rowKey={(row) => row.id}
      loading={fines === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="coins" title={text("none")} hint={text("noneHint")} />}
    />
  );
}
