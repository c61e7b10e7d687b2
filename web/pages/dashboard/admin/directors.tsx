import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { useTranslations } from "use-intl";
import { getOfficeProposals, getUsers, type User } from "#endpoints/members.ts";
import { memberFacts, waitsForApproval } from "#domain/members/member-status.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { ApproveSeveral } from "#web/features/members/approve-several.tsx";
import { MemberCard, type MemberDialog } from "#web/features/members/member-card.tsx";
import {
  MemberCards,
  MemberFilter,
  type MemberFilterValue,
} from "#web/features/members/member-list.tsx";
import { memberName } from "#web/features/members/member.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readDirectorsSearch } from "#web/pages/search.ts";
import { useShowEntry } from "../accounting/use-show-entry.ts";
import { membersIn } from "../list-in-address.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { FineSeveral } from "#web/pages/dashboard/office-entry.tsx";
import { OfficeProposals, officesOf } from "../proposed-offices.tsx";

const route = getRouteApi("/dashboard/admin/directors");

/** SCR-21: member list page size. */
const pageSize = 6;

export function DirectorsPage() {
  return (
    <OfficeOnly needs="members.manage" who="chairperson">
      <Directors />
    </OfficeOnly>
  );
}

DirectorsPage.loader = ((prefetch, { may, search }) => {
  if (!may("members.manage")) return;
  prefetch(getUsers, membersIn(search, pageSize));
  prefetch(getOfficeProposals);
}) satisfies PageLoader<typeof readDirectorsSearch>;

function Directors() {
  const { actor } = useMember();
  const text = useTranslations("members");
  const address = route.useSearch();
  const { search = "", status = "", page = 1 } = address;
  const navigate = route.useNavigate();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [open, setOpen] = useState<{ user: User; dialog: MemberDialog } | null>(null);
  const found = useEndpoint(getUsers, membersIn(address, pageSize));
  const proposed = useEndpoint(getOfficeProposals);
  useDashboardTitle(text("directors"));

  const filter = useCallback(
    (value: MemberFilterValue) =>
      void navigate({
        search: {
          ...(value.search.trim() === "" ? {} : { search: value.search.trim() }),
          ...(value.status === "" ? {} : { status: value.status }),
        },
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  const users = found.data?.users;
  const proposalsOf = (user: User) => {
    const own = officesOf(proposed.data?.proposals).filter(({ member }) => member.id === user.id);
    return own.length === 0 ? undefined : <OfficeProposals proposals={own} actor={actor} />;
  };
  return (
    <>
      <BackLink to="/dashboard/admin">{text("back")}</BackLink>
      <PageHeader
        title={text("directors")}
        subtitle={text("directorsText")}
        actions={<FineSeveral />}
      />
      <MemberFilter value={{ search, status }} onChange={filter} />
      <ApproveSeveral
        waiting={users?.filter((user) => waitsForApproval(memberFacts(user))) ?? []}
        ticked={ticked}
        onTick={(ids) => setTicked(new Set(ids))}
      />
      {proposed.isError && (
        <div className="mb-4">
          <LoadProblem detail={proposed.error.detail} onRetry={() => void proposed.refetch()} />
        </div>
      )}
      <MemberCards
        found={found}
        page={page}
        pageSize={pageSize}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
        cardClass="h-60"
        card={(user) => (
          <MemberCard
            user={user}
            isOwn={user.id === actor.id}
            onOpen={(dialog) => setOpen({ user, dialog })}
            proposed={proposalsOf(user)}
            tick={
              waitsForApproval(memberFacts(user))
                ? {
                    isTicked: ticked.has(user.id),
                    onTick: () =>
                      setTicked(
                        new Set(
                          [...ticked]
                            .filter((id) => id !== user.id)
                            .concat(ticked.has(user.id) ? [] : [user.id]),
                        ),
                      ),
                  }
                : undefined
            }
          />
        )}
      />
      <MemberDialogs
        // The list may change while the dialog is open, as after a search, so it may no longer have this member.
        user={users?.find(({ id }) => id === open?.user.id) ?? open?.user}
        dialog={open?.dialog}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

const ChangeStatusForm = onDemand(
  "change-status",
  async () => (await import("#web/features/members/member-forms.tsx")).ChangeStatusForm,
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
const ConfirmAccountForm = onDemand(
  "confirm-account",
  async () => (await memberForms()).ConfirmAccountForm,
);
const HandOverResetForm = onDemand(
  "hand-over-reset",
  async () => (await memberForms()).HandOverResetForm,
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
function MemberDialogs({ user, dialog, onClose }: MemberDialogsProps) {
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
  if (dialog === "account") {
    return (
      <Modal open onClose={onClose} title={text("confirmAccountTitle", { name })} width="small">
        <ConfirmAccountForm user={user} onChanged={onClose} />
      </Modal>
    );
  }
  if (dialog === "reset") {
    return (
      <Modal open onClose={onClose} title={text("handOverTitle", { name })} width="small">
        <HandOverResetForm user={user} onChanged={onClose} />
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
