import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  getOfficeProposals,
  agreeToOffice,
  objectToOffice,
  removeRole,
  type OfficeProposal,
} from "#endpoints/members.ts";
import { mayAgree, mayObject } from "#domain/members/office-proposal.ts";
import { can, type Actor } from "#domain/permissions.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** The proposed offices of everybody or of one member; empty if there are none. */
export function ProposedOffices({ of: memberId }: { of?: number }) {
  const text = useTranslations("offices");
  const { actor } = useMember();
  const found = useEndpoint(getOfficeProposals);
  const proposals = found.data?.proposals.filter(
    ({ member }) => memberId === undefined || member.id === memberId,
  );
  if (proposals === undefined && !found.isError) return null;
  if (proposals?.length === 0) return null;
  return (
    <Card title={text(memberId === undefined ? "title" : "own")}>
      {proposals === undefined ? (
        <LoadProblem detail={found.error?.detail ?? ""} onRetry={() => void found.refetch()} />
      ) : (
        <OfficeProposals proposals={proposals} actor={actor} />
      )}
    </Card>
  );
}

ProposedOffices.loader = (prefetch: Prefetch) => prefetch(getOfficeProposals);

/** Proposed offices (MEM-24): who is proposed, by whom and until when, with the actor's possible answers. */
export function OfficeProposals({
  proposals,
  actor,
}: {
  proposals: readonly OfficeProposal[];
  actor: Actor;
}) {
  const text = useTranslations("offices");
  const { offices } = useUiTexts();
  const [open, setOpen] = useState<{ proposal: OfficeProposal; decision: OfficeDecision } | null>(
    null,
  );

  return (
    <>
      <ul className="space-y-4">
        {proposals.map((proposal) => {
          const { member, role, proposed_by: proposer } = proposal;
          const facts = { name: member.full_name, role: offices[role] };
          return (
            <li key={proposal.id} className="rounded-control border border-line p-3">
              <p className="font-semibold wrap-anywhere">{text("proposed", facts)}</p>
              <p className="text-sm text-muted">
                {text("until", {
                  by: proposer.full_name,
                  proposed: formatMomentAndTime(proposal.proposed_at),
                  counts: formatMomentAndTime(proposal.effective_at),
                })}
              </p>
              <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
                {decisionsOf(proposal, actor).map((decision) => (
                  <Button
                    key={decision}
                    variant={decision === "agree" ? "primary" : "secondary"}
                    onClick={() => setOpen({ proposal, decision })}
                  >
                    {text(decision)}
                    <span className="sr-only">{`: ${text("proposed", facts)}`}</span>
                  </Button>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      <Modal
        open={open !== null}
        onClose={() => setOpen(null)}
        title={
          open === null
            ? ""
            : text(`${open.decision}Title`, { name: open.proposal.member.full_name })
        }
        width="small"
      >
        {open && <DecideOfficeForm {...open} onDecided={() => setOpen(null)} />}
      </Modal>
    </>
  );
}

/** The answers that the actor may give; the server checks them again. */
function decisionsOf(proposal: OfficeProposal, actor: Actor): OfficeDecision[] {
  const people = { memberId: proposal.member.id, proposedById: proposal.proposed_by.id };
  const isOfficial = can(actor, "roles.judge");
  return [
    ...(isOfficial && mayAgree(people, actor.id) ? (["agree"] as const) : []),
    ...(isOfficial && mayObject(people, actor.id) ? (["object"] as const) : []),
    ...(can(actor, "roles.change") ? (["withdraw"] as const) : []),
  ];
}

type OfficeDecision = "agree" | "object" | "withdraw";

type DecideOfficeFormProps = {
  proposal: OfficeProposal;
  decision: OfficeDecision;
  onDecided: () => void;
};

/** Tells what the decision does, with its button. An objection needs a reason (MEM-24). */
function DecideOfficeForm({ proposal, decision, onDecided }: DecideOfficeFormProps) {
  const text = useTranslations("offices");
  const { offices } = useUiTexts();
  const agree = useAction(agreeToOffice);
  const object = useAction(objectToOffice);
  const withdraw = useAction(removeRole);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  useUnsaved(form.formState.isDirty);

  const { member, role } = proposal;
  const params = { id: member.id };
  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome =
      decision === "agree"
        ? await agree.run({ params })
        : decision === "object"
          ? await object.run({ params, body: { reason } })
          : await withdraw.run({ params, body: { role } });
    if (outcome.ok) onDecided();
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Form onSubmit={submit}>
      <p>
        {text(`${decision}Summary`, {
          name: member.full_name,
          role: offices[role],
          counts: formatMomentAndTime(proposal.effective_at),
        })}
      </p>
      {decision === "object" && (
        <ReasonField
          control={form.control}
          name="reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      <div className="flex justify-end">
        <Button
          type="submit"
          variant={decision === "agree" ? "primary" : "danger"}
          busy={agree.busy || object.busy || withdraw.busy}
          className="w-full sm:w-auto"
        >
          {text(decision)}
        </Button>
      </div>
    </Form>
  );
}
