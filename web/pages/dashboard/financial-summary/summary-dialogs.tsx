import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import type { User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf, useAuditLine } from "#web/features/documents/report-document.tsx";
import { memberName } from "#web/features/members/member.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { EnterForMember } from "#web/pages/dashboard/office-entry.tsx";
import { useShowEntry, useShowProposals } from "../accounting/use-show-entry.ts";

const MemberSummary = onDemand(
  "member-summary",
  async () => (await import("#web/features/members/member-summary.tsx")).MemberSummary,
);
const SettlementForm = onDemand(
  "settlement",
  async () => (await import("#web/features/settlements/settlement-form.tsx")).SettlementForm,
);
const RecoverBadDebtForm = onDemand(
  "recover-bad-debt",
  async () =>
    (await import("#web/features/settlements/recover-bad-debt-form.tsx")).RecoverBadDebtForm,
);

export type SummaryDialog = "summary" | "recover" | "exit" | "clear" | "enter";

type SummaryDialogsProps = {
  user: User | undefined;
  dialog: SummaryDialog | undefined;
  onClose: () => void;
};

/** The modals behind a member-summary card (SCR-22). */
export function SummaryDialogs({ user, dialog, onClose }: SummaryDialogsProps) {
  const text = useTranslations("settlements");
  const members = useTranslations("members");
  const group = useEndpoint(getGroup);
  const showEntry = useShowEntry();
  const showProposals = useShowProposals();
  const proof = useAuditLine(dialog === "summary");
  if (user === undefined || dialog === undefined) return null;
  const name = memberName(user);

  switch (dialog) {
    case "summary":
      return (
        <Modal open onClose={onClose} title={members("summaryTitle", { name })} width="large">
          <MemberSummary
            user={user}
            group={group.data?.name ?? ""}
            proof={proof}
            actions={<DownloadPdf requested={{ report: "summary", memberId: user.id }} />}
          />
        </Modal>
      );
    case "enter":
      return (
        <Modal open onClose={onClose} title={members("enterTitle", { name })}>
          <EnterForMember member={user} onEntered={onClose} />
        </Modal>
      );
    case "recover":
      return (
        <Modal open onClose={onClose} title={text("recoverTitle", { name })}>
          <RecoverBadDebtForm user={user} onRecovered={onClose} onShowEntry={showEntry} />
        </Modal>
      );
    case "exit":
    case "clear":
      return (
        <Modal
          open
          onClose={onClose}
          title={text(dialog === "exit" ? "exitTitle" : "clearTitle", { name })}
        >
          <SettlementForm
            user={user}
            kind={dialog}
            onSettled={onClose}
            onShowEntry={showEntry}
            onShowProposals={showProposals}
          />
        </Modal>
      );
  }
}
