import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getSettings } from "#contract/group.ts";
import { getLedger } from "#contract/ledger.ts";
import type { getLoans } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { sumCents } from "#web/ui/money.tsx";

/** As high as the form, which may come by its address alone. */
const room = "h-112 sm:h-82";

export const ApplyForLoanForm = onDemand(
  "apply-for-loan",
  async () => (await import("#web/features/loans/apply-for-loan-form.tsx")).ApplyForLoanForm,
  room,
);

type ApplyDialogProps = {
  open: boolean;
  own: ReplyOf<typeof getLoans> | undefined;
  onClose: () => void;
};

export function ApplyDialog({ open, own, onClose }: ApplyDialogProps) {
  const text = useTranslations("loans");
  return (
    <Modal open={open} onClose={onClose} title={text("apply")}>
      {own === undefined ? <Skeleton className={room} /> : <Apply own={own} onDone={onClose} />}
    </Modal>
  );
}

/** Asks for the terms and the balance that the application is measured by, once it is open. */
function Apply({ own, onDone }: { own: ReplyOf<typeof getLoans>; onDone: () => void }) {
  const text = useTranslations("loans");
  const settings = useEndpoint(getSettings);
  const ledger = useEndpoint(getLedger);
  if (settings.isPending || ledger.isPending) return <Skeleton className={room} />;
  if (own.loans.some(({ status }) => status === "default"))
    return (
      <Alert live tone="bad" title={text("defaulted")}>
        {text("defaultedText")}
      </Alert>
    );
  const waitingTypes = own.pending_loans
    .filter(({ status }) => status === "pending" || status === "pending_approval")
    .map((loan) => loan.loan_type);
  if (new Set(waitingTypes).size === 2) return <Alert tone="waiting">{text("bothWaiting")}</Alert>;

  const balances = ledger.data?.ledger_balances;
  return (
    <ApplyForLoanForm
      settings={settings.data}
      limitCents={sumCents([own.loan_limit])}
      groupBalanceCents={
        balances && sumCents([balances["bank"] ?? 0, balances["interest_receivable"] ?? 0])
      }
      waitingTypes={waitingTypes}
      onApplied={onDone}
    />
  );
}
