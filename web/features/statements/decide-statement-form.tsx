import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#contract/errors.ts";
import { acceptStatement, withdrawStatement, type Statement } from "#contract/statements.ts";
import type { ApiError } from "#web/api/call.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { unbroken } from "#web/ui/money.tsx";
import { Blockers } from "./blockers.tsx";

type DecideStatementFormProps = {
  statement: Statement;
  decision: "accept" | "withdraw";
  onDecided: () => void;
};

/** Accepts a statement that does not add up, or withdraws one, with the reason (STAT-4, STAT-7). */
export function DecideStatementForm({ statement, decision, onDecided }: DecideStatementFormProps) {
  const text = useTranslations("statements.one");
  const accept = useAction(acceptStatement);
  const withdraw = useAction(withdrawStatement);
  const form = useForm({ defaultValues: { reason: "" } });
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { errors, isDirty } = form.formState;
  const { blocking = [] }: Pick<Failure, "blocking"> = refused?.facts ?? {};
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("reason"));

  const submit = form.handleSubmit(async ({ reason }) => {
    const action = decision === "accept" ? accept : withdraw;
    const outcome = await action.run({ params: { id: statement.id }, body: { reason } });
    if (outcome.ok) return onDecided();
    showFieldErrors(form, outcome.error.errors);
    setRefused(outcome.error);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {refused !== null && errors.reason === undefined && (
        <Alert live tone="bad" title={refused.detail}>
          {blocking.length > 0 && <Blockers blocking={blocking} />}
        </Alert>
      )}
      <TextareaField
        label={text("reason")}
        maxLength={500}
        error={errors.reason?.message}
        {...form.register("reason", {
          validate: (reason) => reason.trim() !== "" || text("reasonRequired"),
        })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">
          {unbroken(text(decision === "accept" ? "acceptText" : "withdrawText"))}
        </p>
        <Button
          type="submit"
          variant={decision === "accept" ? "primary" : "danger"}
          busy={accept.busy || withdraw.busy}
          className="sm:self-end"
        >
          {text(decision)}
        </Button>
      </div>
    </form>
  );
}
