import { useTranslations } from "use-intl";
import {
  agreeToOffice,
  objectToOffice,
  removeRole,
  type OfficeProposal,
} from "#contract/members.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { useUnsaved } from "#web/ui/form.tsx";

export type OfficeDecision = "agree" | "object" | "withdraw";

type DecideOfficeFormProps = {
  proposal: OfficeProposal;
  decision: OfficeDecision;
  onDecided: () => void;
};

/** What the decision does, and its button; an objection says why (MEM-24). */
export function DecideOfficeForm({ proposal, decision, onDecided }: DecideOfficeFormProps) {
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
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>
        {text(`${decision}Summary`, {
          name: member.full_name,
          role: offices[role],
          counts: formatMomentAndTime(proposal.effective_at),
        })}
      </p>
      {decision === "object" && (
        <TextareaField
          label={text("reason")}
          help={text("reasonHelp")}
          maxLength={500}
          error={form.formState.errors.reason?.message}
          {...form.register("reason", {
            validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
          })}
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
    </form>
  );
}
