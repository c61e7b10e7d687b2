// One receipt on two lines: the note on each of them, and setting one aside (STAT-60).
import { Copy } from "lucide-react";
import { useTranslations } from "use-intl";
import { setLineAside, type StatementLine } from "#endpoints/statement-lines.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney } from "#web/ui/money.tsx";

type TwinsNoteProps = {
  line: StatementLine;
  /** Left out for readers who may not set lines aside. */
  onSetAside: (() => void) | undefined;
};

export function TwinsNote({ line, onSetAside }: TwinsNoteProps) {
  const text = useTranslations("statementLines");
  const { twins, set_aside: aside } = line;
  if (aside !== undefined)
    return (
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        {text("setAsideBy", { name: aside.by.full_name, reason: aside.reason })}
      </p>
    );
  if (twins.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="text-sm text-waiting">{text("twins")}</p>
      {onSetAside !== undefined && line.state !== "matched" && (
        <Button
          variant="secondary"
          icon={<Copy aria-hidden />}
          onClick={onSetAside}
          className="mt-2 max-sm:w-full"
        >
          {text("setAside")}
          <span className="sr-only">{` ${formatMoney(line.amount)} ${line.reference ?? ""}`}</span>
        </Button>
      )}
    </div>
  );
}

export function SetAsideForm({ line, onDone }: { line: StatementLine; onDone: () => void }) {
  const text = useTranslations("statementLines");
  const setAside = useAction(setLineAside);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  useUnsaved(form.formState.isDirty);
  useFirstFocus(() => form.setFocus("reason"));
  const submit = form.handleSubmit(async (body) => {
    const outcome = await setAside.run({ params: { id: line.id }, body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <p className="wrap-anywhere text-muted">{line.details}</p>
      <ReasonField
        control={form.control}
        name="reason"
        label={text("whyAside")}
        help={text("whyAsideHelp")}
        required={text("whyAsideRequired")}
      />
      <Button type="submit" busy={setAside.busy}>
        {text("setAside")}
      </Button>
    </Form>
  );
}
