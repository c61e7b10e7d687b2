import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import type { MemberDialog } from "#web/features/members/member-card.tsx";
import { memberName } from "#web/features/members/member.ts";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { useShowEntry } from "../accounting/use-show-entry.ts";

const ChangeStatusForm = onDemand(
  "change-status",
  async () => (await import("#web/features/members/change-status-form.tsx")).ChangeStatusForm,
);
const memberForms = () => import("#web/features/members/member-forms.tsx");
const AssignRoleForm = onDemand("assign-role", async () => (await memberForms()).AssignRoleForm);
const RemoveRoleForm = onDemand("remove-role", async () => (await memberForms()).RemoveRoleForm);
const ResetTwoStepForm = onDemand(
  "reset-two-step",
  async () => (await memberForms()).ResetTwoStepForm,
);
const ConfirmPhoneForm = onDemand(
  "confirm-phone",
  async () => (await memberForms()).ConfirmPhoneForm,
);
const FineMemberForm = onDemand(
  "fine-member",
  async () => (await import("#web/features/fines/fine-member-form.tsx")).FineMemberForm,
);

type MemberDialogsProps = {
  user: User | undefined;
  dialog: MemberDialog | undefined;
  onClose: () => void;
};

/** The modals behind a member's card (SCR-21). */
export function MemberDialogs({ user, dialog, onClose }: MemberDialogsProps) {
  const text = useTranslations("members");
  const fines = useTranslations("fines");
  const showEntry = useShowEntry();
  if (user === undefined || dialog === undefined) return null;
  const name = memberName(user);
  const role = user.user_groups[0];

  if (dialog === "status") {
    return (
      <Modal open onClose={onClose} title={text("statusTitle", { name })} width="small">
        <ChangeStatusForm user={user} onChanged={onClose} />
      </Modal>
    );
  }
  if (dialog === "two-step") {
    return (
      <Modal open onClose={onClose} title={text("resetTwoStepTitle", { name })} width="small">
        <ResetTwoStepForm user={user} onChanged={onClose} />
      </Modal>
    );
  }
  if (dialog === "phone") {
    return (
      <Modal open onClose={onClose} title={text("confirmPhoneTitle", { name })} width="small">
        <ConfirmPhoneForm user={user} onChanged={onClose} />
      </Modal>
    );
  }
  if (dialog === "fine") {
    return (
      <Modal open onClose={onClose} title={fines("chargeTitle", { name })}>
        <FineMemberForm user={user} onCharged={onClose} onShowEntry={showEntry} />
      </Modal>
    );
  }
  return role === undefined ? (
    <Modal open onClose={onClose} title={text("assignTitle", { name })} width="small">
      <AssignRoleForm user={user} onChanged={onClose} />
    </Modal>
  ) : (
    <Modal open onClose={onClose} title={text("removeTitle", { name })} width="small">
      <RemoveRoleForm user={user} role={role} onChanged={onClose} />
    </Modal>
  );
}
