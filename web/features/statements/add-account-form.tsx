import { useTranslations } from "use-intl";
import {
  addStatementAccount,
  statementAccountKinds,
  type StatementAccountKind,
} from "#contract/statements.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Fields = { name: string; kind: StatementAccountKind; number: string };

/** Names a place where the group's money lies (STAT-1). */
export function AddAccountForm({ onAdded }: { onAdded: () => void }) {
  const text = useTranslations("statements");
  const add = useAction(addStatementAccount);
  const form = useForm<Fields>({ defaultValues: { name: "", kind: "mpesa_paybill", number: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, "statement account");
  useFirstFocus(() => form.setFocus("name"));

  const submit = form.handleSubmit(async ({ number, ...fields }) => {
    const outcome = await add.run({
      body: { ...fields, number: number.trim() === "" ? null : number },
    });
    if (outcome.ok) {
      forget();
      onAdded();
    } else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextField
        label={text("add.name")}
        help={text("add.nameHelp")}
        maxLength={60}
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) => name.trim() !== "" || text("add.nameRequired"),
        })}
      />
      <SelectField
        label={text("add.kind")}
        options={statementAccountKinds.map((kind) => ({
          value: kind,
          label: text(`kinds.${kind}`),
        }))}
        error={errors.kind?.message}
        {...form.register("kind")}
      />
      <TextField
        label={text("add.number")}
        help={text("add.numberHelp")}
        optional
        maxLength={60}
        error={errors.number?.message}
        {...form.register("number")}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-sm text-muted">{text("add.note")}</p>
        <Button type="submit" busy={add.busy} className="flex-none">
          {text("add.submit")}
        </Button>
      </div>
    </form>
  );
}
