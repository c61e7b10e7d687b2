import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { MessageDialog } from "#web/ui/modal.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";

/** The status of a contribution; pressed when rejected, it says why (SCR-26). */
export function ContributionStatus({ contribution }: { contribution: Contribution }) {
  const text = useTranslations("contributions");
  const [isOpen, setIsOpen] = useState(false);
  if (contribution.status !== "rejected") return <StatusBadge status={contribution.status} />;

  const reason = rejectionReason(contribution);
  return (
    <>
      <StatusBadge status="rejected" title={text("showReason")} onClick={() => setIsOpen(true)} />
      <MessageDialog
        title={text("rejectedTitle")}
        message={
          isOpen ? (reason === null ? text("noReason") : text("rejectionReason", { reason })) : null
        }
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

/** The reason that an office gave for rejecting, or null when none was given. */
function rejectionReason(contribution: Contribution): string | null {
  const verdict = contribution.approval_status.find(({ action }) => action === "rejected");
  return verdict?.reject_reason || null;
}
