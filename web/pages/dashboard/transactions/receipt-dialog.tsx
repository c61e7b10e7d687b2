import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import {
  Receipt,
  type ReceiptKind,
  type ReceiptProps,
} from "#web/features/transactions/receipt.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";

type ReceiptDialogProps<K extends ReceiptKind> = {
  open: boolean;
  kind: K;
  /** Undefined if the address has no payment of this member. */
  payment: ReceiptProps<K>["payment"] | undefined;
  notFound: string;
  onClose: () => void;
};

/** The receipt of one's own payment, in a dialog above its list (SCR-16). */
export function ReceiptDialog<K extends ReceiptKind>(props: ReceiptDialogProps<K>) {
  const { open, kind, payment, notFound, onClose } = props;
  const text = useTranslations("transactions");
  const group = useEndpoint(getGroup);
  return (
    <Modal open={open} onClose={onClose} title={text("receipt")}>
      {payment === undefined ? (
        <Alert tone="note">{notFound}</Alert>
      ) : (
        <>
          <Receipt kind={kind} payment={payment} group={group.data?.name ?? ""} />
          <InTheBooks
            kind={kind}
            reference={payment.payment_Reference_Code}
            status={payment.status}
          />
        </>
      )}
    </Modal>
  );
}

type InTheBooksProps = { kind: ReceiptKind; reference: string | null; status: string };

const linkClass =
  "mt-3 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4";

/**
 * Links the receipt to the books (REP-16): for an official to the payment's entry, for a member to their own postings.
 */
function InTheBooks({ kind, reference, status }: InTheBooksProps) {
  const text = useTranslations("transactions");
  const { user, may } = useMember();
  if (status !== "approved" || reference === null || !may("reports.read")) return null;
  if (may("entries.read"))
    return (
      <Link
        data-print="never"
        to="/dashboard/accounting/entries"
        search={{ search: reference, kind }}
        className={linkClass}
      >
        {text("inTheBooks")}
      </Link>
    );
  return (
    <Link
      data-print="never"
      to="/dashboard/accounting/postings"
      search={{ account: "bank", member: user.id }}
      className={linkClass}
    >
      {text("inTheBooks")}
    </Link>
  );
}
