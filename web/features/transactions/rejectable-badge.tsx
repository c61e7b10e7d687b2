import { useState } from "react";
import { useTranslations } from "use-intl";
import { MessageDialog } from "#web/ui/modal.tsx";
import { StatusBadge, type StatusWord } from "#web/ui/status-badge.tsx";

type RejectableBadgeProps = {
  status: StatusWord;
  /** What the office wrote, when `status` is rejected. */
  reason: string | null | undefined;
};

/** A status; pressed when rejected, it says why (SCR-16). */
export function RejectableBadge({ status, reason }: RejectableBadgeProps) {
  const text = useTranslations("transactions");
  const [isOpen, setIsOpen] = useState(false);
  if (status !== "rejected") return <StatusBadge status={status} />;

  return (
    <>
      <StatusBadge status="rejected" title={text("showReason")} onClick={() => setIsOpen(true)} />
      <MessageDialog
        title={text("rejectedTitle")}
        message={isOpen ? (reason ? text("rejectionReason", { reason }) : text("noReason")) : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
