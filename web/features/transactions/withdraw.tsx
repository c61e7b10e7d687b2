// Withdraws what no official has decided on (PAY-34), once its member has said so twice.
import type { PaymentKind } from "#domain/payments/payment-kinds.ts";
import { useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { withdraw } from "#endpoints/withdrawals.ts";
import { isReachable, onReachable } from "#web/api/connection.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";

export type WithdrawProps = {
  kind: PaymentKind | "loan";
  id: number;
  /** KES. */
  amount: number;
  /** Null for a loan application. */
  reference: string | null;
  /** Whether the reference is on other payments of theirs too. */
  hasParts?: boolean;
};

/** The button, and what it asks before. Without a network it says so: whether an official has decided is not known. */
export function Withdraw({ kind, id, amount, reference, hasParts = false }: WithdrawProps) {
  const text = useTranslations("paying");
  const [isAsking, setAsking] = useState(false);
  const away = useSyncExternalStore(onReachable, () => !isReachable());
  const { run, busy } = useAction(withdraw);
  const act = async () => {
    await run({ body: { kind, id } });
    setAsking(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {text("withdraw")}
      </Button>
      <Modal
        open={isAsking}
        onClose={() => setAsking(false)}
        title={text("withdrawTitle")}
        width="small"
      >
        {away ? (
          <Alert tone="waiting">{text("offline")}</Alert>
        ) : (
          <p>
            {reference === null
              ? text("withdrawLoan", { amount: formatMoney(amount) })
              : text("withdrawPayment", { amount: formatMoney(amount), reference })}{" "}
            {hasParts && text("withdrawPart")}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="danger" busy={busy} disabled={away} onClick={() => void act()}>
            {text("withdraw")}
          </Button>
          <Button onClick={() => setAsking(false)}>{text("keepIt")}</Button>
        </div>
      </Modal>
    </>
  );
}
