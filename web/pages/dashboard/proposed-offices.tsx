import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  getOfficeProposals,
  agreeToOffice,
  objectToOffice,
  removeRole,
  type OfficeProposal,
  type SettingProposal,
} from "#endpoints/members.ts";
import { SettingProposals } from "./proposed-settings.tsx";
import { personName } from "#domain/members/person-name.ts";
import { can, officeOf, type Actor } from "#domain/permissions.ts";
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
  const proposals = officesOf(found.data?.proposals).filter(
    ({ member }) => memberId === undefined || member.id === memberId,
  );
  const settings =
    memberId === undefined
      ? (found.data?.proposals ?? []).filter((each) => each.kind === "setting")
      : [];
  if (found.data === undefined && !found.isError) return null;
  if (found.data !== undefined && proposals.length + settings.length === 0) return null;
  return (
    <Card title={text(memberId === undefined ? "title" : "own")}>
      {found.data === undefined ? (
        <LoadProblem detail={found.error?.detail ?? ""} onRetry={() => void found.refetch()} />
      ) : (
        <div className="space-y-4">
          {settings.length > 0 && <SettingProposals settings={settings} />}
          {proposals.length > 0 && <OfficeProposals proposals={proposals} actor={actor} />}
        </div>
      )}
    </Card>
  );
}

/** What is proposed about offices, without the settings beside it. */
export function officesOf(
  proposals: readonly (OfficeProposal | SettingProposal)[] = [],
): OfficeProposal[] {
  return proposals.flatMap((each) => (each.kind === "setting" ? [] : [each]));
}

ProposedOffices.loader = (prefetch: Prefetch) => prefetch(getOfficeProposals);

/**
 * What is proposed about offices (MEM-24, MEM-26): about whom, by whom, what it means and until when, with the answers
 * so far and those that the actor may give.
 */
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
          const { member, role, kind } = proposal;
          const facts = { kind, name: personName(member), role: offices[role] };
          return (
            <li key={proposal.id} className="rounded-control border border-line p-3">
              <p className="font-semibold wrap-anywhere">{text("proposed", facts)}</p>
              <p className="text-sm text-muted">
                {text(proposal.effective_at === null ? "needsAgreement" : "until", {
                  by: personName(proposal.proposed_by),
                  proposed: formatMomentAndTime(proposal.proposed_at),
                  counts: formatMomentAndTime(proposal.effective_at ?? proposal.proposed_at),
                })}
              </p>
              <p className="text-sm">{text(`means.${role}`)}</p>
              {(["agreed", "objected"] as const).map((side) => {
                const names = proposal[`${side}_by`].map(personName).join(", ");
                return (
                  names !== "" && (
                    <p key={side} className="text-sm wrap-anywhere">
                      {text(side, { names })}
                    </p>
                  )
                );
              })}
              {proposal.own_item && <p className="text-sm text-waiting">{text("ownItem")}</p>}
              {proposal.may.includes("object") && (
                <p className="text-sm text-muted">{text("ends")}</p>
              )}
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
            : text(`${open.decision}Title`, {
                kind: open.proposal.kind,
                name: personName(open.proposal.member),
              })
        }
        width="small"
      >
        {open && <DecideOfficeForm {...open} actor={actor} onDecided={() => setOpen(null)} />}
      </Modal>
    </>
  );
}

/** What the actor may do; the server checks it again. */
function decisionsOf({ kind, may }: OfficeProposal, actor: Actor): OfficeDecision[] {
  const mayWithdraw = kind === "give" && can(actor, "roles.change");
  return mayWithdraw ? [...may, "withdraw"] : may;
}

type OfficeDecision = "agree" | "object" | "withdraw";

type DecideOfficeFormProps = {
  proposal: OfficeProposal;
  decision: OfficeDecision;
  actor: Actor;
  onDecided: () => void;
};

/** Tells what the decision does, with its button. An objection needs a reason (MEM-24). */
function DecideOfficeForm({ proposal, decision, actor, onDecided }: DecideOfficeFormProps) {
  const text = useTranslations("offices");
  const { offices } = useUiTexts();
  const agree = useAction(agreeToOffice);
  const object = useAction(objectToOffice);
  const withdraw = useAction(removeRole);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  useUnsaved(form.formState.isDirty);

  const { member, role, kind } = proposal;
  const isOwn = kind === "take" && member.id === actor.id;
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
          kind,
          who: isOwn ? "own" : officeOf(actor) === null ? "member" : "official",
          name: personName(member),
          role: offices[role],
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
