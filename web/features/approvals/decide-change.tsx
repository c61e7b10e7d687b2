import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { decideLoanChange, type LoanChange } from "#endpoints/loan-changes.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { ActionField } from "./decision-form.tsx";

type Fields = { action: "" | "approved" | "rejected"; reject_reason: string };

/** One office's decision on new instalments, or on a call on guarantors (LEND-9, LEND-10). */
export function DecideChange({ change, onDecided }: { change: LoanChange; onDecided: () => void }) {
  const text = useTranslations("loanChanges");
  const decide = useAction(decideLoanChange);
  const form = useForm<Fields>({ defaultValues: { action: "", reject_reason: "" } });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  const forget = useDraft(form, `change ${change.id}`);
  const isRejected = action === "rejected";
  const submit = form.handleSubmit(async (fields) => {
    const outcome = await decide.run({
      params: { id: change.id },
      body: {
        action: fields.action,
        ...(isRejected ? { reject_reason: fields.reject_reason } : {}),
        ...(change.kind === "call" && change.amount > 0 ? { amount_seen: change.amount } : {}),
      },
    });
    if (outcome.ok) {
      forget();
      onDecided();
    } else showFieldErrors(form, outcome.error.errors);
  });
  const facts = { amount: formatMoney(change.amount) };
  return (
    <Form onSubmit={submit}>
      <ActionField
        error={errors.action?.message}
        field={form.register("action", { required: text("actionRequired") })}
      />
      {isRejected && (
        <ReasonField
          control={form.control}
          name="reject_reason"
          label={text("rejectReason")}
          help={text("reasonHelp")}
          required={text("rejectRequired")}
        />
      )}
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {action === ""
            ? text("choose")
            : isRejected
              ? text("rejectSummary")
              : unbroken(text(`approveSummary.${change.kind}`, facts))}
        </p>
        <Button
          type="submit"
          variant={isRejected ? "danger" : "primary"}
          busy={decide.busy}
          className="flex-none"
        >
          {text(action === "" ? "decide" : isRejected ? "reject" : "approve")}
        </Button>
      </FormFoot>
    </Form>
  );
}
