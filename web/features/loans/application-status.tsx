import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Loan } from "#contract/loans.ts";
import { MessageDialog } from "#web/ui/modal.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** The status of an application; pressed when rejected, it says why (SCR-26). */
export function ApplicationStatus({ loan }: { loan: Loan }) {
  const text = useTranslations("loans");
  const [isOpen, setIsOpen] = useState(false);
  if (loan.status !== "rejected") return <StatusBadge status={loan.status} />;

  const reason = loan.reject_reason;
  const message = reason ? text("rejectionReason", { reason }) : text("noRejectionReason");
  return (
    <>
      <StatusBadge status="rejected" title={text("showReason")} onClick={() => setIsOpen(true)} />
      <MessageDialog
        title={text("rejectedTitle")}
        message={isOpen ? message : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
