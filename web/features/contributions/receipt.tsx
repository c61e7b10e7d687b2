import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, formatMoment, formatMonth, today } from "#web/ui/day.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Money } from "#web/ui/money.tsx";
import { PrintView } from "#web/ui/print-view.tsx";
import { Verdicts } from "#web/ui/status-badge.tsx";

/** One contribution on a sheet to be stored or printed, with what both offices said. */
export function Receipt({ contribution, group }: { contribution: Contribution; group: string }) {
  const text = useTranslations("contributions");
  const { status, approval } = contribution;

  return (
    <PrintView
      group={group}
      title={text(status === "approved" ? "receiptTitle" : "notReceiptYet")}
      printedOn={formatDay(today())}
    >
      <p className="mb-4">
        <Money amount={contribution.amount_paid} size="hero" />
      </p>
      {status === "rejected" && <Alert tone="bad">{text("rejectedNote")}</Alert>}
      {(status === "pending" || status === "pending_approval") && (
        <Alert tone="waiting">{text("notApprovedNote")}</Alert>
      )}
      <Facts
        facts={[
          { label: text("receiptNumber"), value: contribution.contribution_id },
          { label: text("member"), value: contribution.member.full_name },
          { label: text("regNumber"), value: contribution.member.reg_number },
          { label: text("month"), value: formatMonth(contribution.contribution_month) },
          { label: text("date"), value: formatMoment(contribution.payment_date) },
          {
            label: text("reference"),
            value: <span className="break-all">{contribution.payment_Reference_Code}</span>,
          },
          { label: text("groupYear"), value: contribution.group_year },
          ...(approval.approval_date === null
            ? []
            : [{ label: text("decidedOn"), value: formatMoment(approval.approval_date) }]),
        ]}
      />
      <h3 className="mt-6 mb-1 font-semibold">{text("approvals")}</h3>
      <Verdicts
        verdicts={contribution.approval_status.map(
          ({ role, action, reject_reason, approve_reason }) => ({
            who: role,
            status: action,
            note:
              action === "rejected"
                ? reject_reason
                  ? text("rejectionReason", { reason: reject_reason })
                  : text("noReason")
                : (approve_reason ?? null),
          }),
        )}
      />
    </PrintView>
  );
}
