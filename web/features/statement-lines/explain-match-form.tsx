import { useTranslations } from "use-intl";
import { matchLine, type StatementLine } from "#contract/statements.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import type { Suggestion } from "./line-card.tsx";

type ExplainMatchFormProps = {
  line: StatementLine;
  suggestion: Suggestion & { id: number };
  onMatched: () => void;
};

/** Why a line is a payment of another amount (STAT-12). */
export function ExplainMatchForm({ line, suggestion, onMatched }: ExplainMatchFormProps) {
  const text = useTranslations("statementLines");
  const match = useAction(matchLine);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  useUnsaved(form.formState.isDirty);
  useFirstFocus(() => form.setFocus("reason"));
  const submit = form.handleSubmit(async ({ reason }) => {
    const body = { kind: suggestion.kind, id: suggestion.id, reason };
    const outcome = await match.run({ params: { id: line.id }, body });
    if (outcome.ok) onMatched();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{suggestion.reason}</p>
      <TextareaField
        label={text("why")}
        help={text("whyHelp")}
        maxLength={500}
        error={form.formState.errors.reason?.message}
        {...form.register("reason", {
          validate: (reason) => reason.trim() !== "" || text("whyRequired"),
        })}
      />
      <Button type="submit" busy={match.busy}>
        {text("matchSubmit")}
      </Button>
    </form>
  );
}
