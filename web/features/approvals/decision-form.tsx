import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { decideContribution } from "#contract/contributions.ts";
import type { decideFinePayment } from "#contract/fines.ts";
import type { decideLoanApplication, decideLoanPayment } from "#contract/loans.ts";
import { showFieldErrors } from "#web/api/field-errors.ts";
import { useAction } from "#web/api/use-action.ts";
import { useDraft } from "#web/api/use-draft.ts";
import { useForm } from "#web/api/use-form.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts, type Fact } from "#web/ui/facts.tsx";
import { useFirstFocus } from "#web/ui/first-focus.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextareaField } from "#web/ui/textarea-field.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { unbroken } from "#web/ui/unbroken.tsx";

type Action = "" | "approved" | "rejected";

type DecisionFormProps = {
  endpoint:
    | typeof decideContribution
    | typeof decideLoanApplication
    | typeof decideLoanPayment
    | typeof decideFinePayment;
  id: number;
  /** KES. */
  amount: number;
  /** Said when the item is the official's own (PAY-12), or checked in place of an office (LOAN-8). */
  own: { title: string; text: string } | null;
  facts: readonly Fact[];
  /** Shown while approving, e.g. what stands in its way. */
  approving?: ReactNode;
  /** What each choice does, with the exact amounts (SCR-24); "" before one is made. */
  summaries: Record<Action, string>;
  onDecided: () => void;
};

type Fields = { action: Action; reject_reason: string };

/** One office's decision on one item of any kind (PAY-11). */
export function DecisionForm(props: DecisionFormProps) {
  const { endpoint, id, amount, own, facts, approving, summaries, onDecided } = props;
  const text = useTranslations("approvals");
  const decide = useAction(endpoint);
  const form = useForm<Fields>({ defaultValues: { action: "", reject_reason: "" } });
  const { errors, isDirty } = form.formState;
  const action = useWatch({ control: form.control, name: "action" });
  useUnsaved(isDirty);
  const forget = useDraft(form, `${endpoint.path} ${id}`);
  useFirstFocus(() => form.setFocus("action"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await decide.run({
      params: { id },
      body: {
        action: fields.action,
        amount_seen: amount,
        reject_reason: fields.action === "rejected" ? fields.reject_reason : undefined,
      },
    });
    if (outcome.ok) {
      forget();
      onDecided();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const money = formatMoney(amount);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {own && (
        <Alert tone="note" title={own.title}>
          {own.text}
        </Alert>
      )}
      <div>
        <Money amount={amount} size="hero" />
        <Facts facts={facts} />
      </div>
      <SelectField
        label={text("action")}
        placeholder={text("chooseAction")}
        options={[
          { value: "approved", label: text("approve") },
          { value: "rejected", label: text("reject") },
        ]}
        error={errors.action?.message}
        {...form.register("action", { required: text("actionRequired") })}
      />
      {action === "approved" && approving}
      {action === "rejected" && (
        <TextareaField
          label={text("reason")}
          help={text("reasonHelp")}
          maxLength={500}
          error={errors.reject_reason?.message}
          {...form.register("reject_reason", {
            validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
          })}
        />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p aria-live="polite" className="text-sm font-semibold">
          {unbroken(summaries[action])}
        </p>
        <Button
          type="submit"
          variant={action === "rejected" ? "danger" : "primary"}
          busy={decide.busy}
          className="sm:self-end"
        >
          {action === "approved"
            ? text("submitApprove", { amount: money })
            : action === "rejected"
              ? text("submitReject", { amount: money })
              : text("submit")}
        </Button>
      </div>
    </form>
  );
}
