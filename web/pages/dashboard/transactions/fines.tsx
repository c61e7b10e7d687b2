import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslations } from "use-intl";
import { getUserFines } from "#contract/fines.ts";
import { getTransactions } from "#contract/transactions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { FinesTable, FinesTotals } from "#web/features/fines/own-fines.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { ThumbBar } from "#web/ui/page-header.tsx";
import { sumCents } from "#web/ui/money.tsx";
import { OwnWhereToPay } from "../own-where-to-pay.tsx";
import { holdsDialog } from "../list-in-address.ts";
import { ReceiptDialog } from "./receipt-dialog.tsx";

const route = getRouteApi("/dashboard/transactions/fines");
const PayFineForm = onDemand(
  "pay-fine",
  async () => (await import("#web/features/fines/pay-fine-form.tsx")).PayFineForm,
);

/** The member's own fines, what was paid towards them, and paying. */
export function FinesPage() {
  const text = useTranslations("transactions");
  const words = useTranslations("fines");
  const { user, may } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const fines = useEndpoint(getUserFines);
  const payments = useEndpoint(getTransactions, { query: { kind: "fine_payment" } });
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
            kind="finePayment"
            rows={payments.data?.transactions}
            filtered={false}
            error={payments.error?.detail}
            onRetry={() => void payments.refetch()}
          />
        </section>
      </div>
      <Modal
        open={search.pay !== undefined && mayPay}
        onClose={() => go({})}
        title={words("payTitle")}
      >
        <PayFineForm
          payable={payable}
          head={<OwnWhereToPay />}
          onPaid={() => (search.pay === "due" ? void navigate({ to: "/dashboard" }) : go({}))}
          onShowReceipt={(receipt) =>
            void navigate({ to: "/dashboard/transactions/fines", search: { receipt } })
          }
        />
      </Modal>
      <ReceiptDialog
        open={search.receipt !== undefined && payments.data !== undefined}
        kind="fine_payment"
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
