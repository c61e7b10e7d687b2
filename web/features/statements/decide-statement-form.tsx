import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Failure } from "#contract/errors.ts";
import { acceptStatement, withdrawStatement, type Statement } from "#contract/statements.ts";
import type { ApiError } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { unbroken } from "#web/ui/money.tsx";

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
    <Form onSubmit={submit}>
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
    </Form>
  );
}

const SHOWN_AT_MOST = 20;

/** What in the books rests on a statement, each with a link to its journal entry (STAT-7). */
function Blockers({ blocking }: { blocking: NonNullable<Failure["blocking"]> }) {
  const text = useTranslations("statements.one");
  const kinds = useTranslations("statementLines.matches");
  const more = blocking.length - SHOWN_AT_MOST;
  return (
    <ul aria-label={text("blocking")} className="mt-1 max-h-48 overflow-y-auto text-sm">
      {blocking.slice(0, SHOWN_AT_MOST).map(({ kind, id, reference }) => (
        <li key={`${kind} ${id}`}>
          <Link
            to="/dashboard/accounting/entries"
            search={{ search: kind === "entry" ? `#${id}` : (reference ?? String(id)) }}
            className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
          >
            {kinds(isKind(kind) ? kind : "entry")} {id}
            {reference !== null && ` · ${reference}`}
          </Link>
        </li>
      ))}
      {more > 0 && <li>{text("blockingMore", { count: more })}</li>}
    </ul>
  );
}

function isKind(kind: string): kind is "contribution" | "loan_payment" | "fine_payment" | "entry" {
  return ["contribution", "loan_payment", "fine_payment", "entry"].includes(kind);
}
