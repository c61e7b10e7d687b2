import { Plus, Trash2 } from "lucide-react";
import { useFieldArray, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import { changeUsualFines, getUsualFines } from "#endpoints/fines.ts";
import { usualFinesMost } from "#domain/contributions.ts";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, FormErrors, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/field.tsx";

type Fields = { fines: { name: string; amount: string }[] };

/** The group's own list of usual fines (PAY-30): any official edits it. */
export function UsualFinesForm({ onSaved }: { onSaved: () => void }) {
  const found = useEndpoint(getUsualFines);
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-40" />;
  const fines = found.data.fines.map(({ name, amount }) => ({ name, amount: String(amount) }));
  return <List fines={fines} onSaved={onSaved} />;
}

function List({ fines, onSaved }: Fields & { onSaved: () => void }) {
  const text = useTranslations("usualFines");
  const change = useAction(changeUsualFines);
  const form = useForm<Fields>({ mode: "onTouched", defaultValues: { fines } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "fines" });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const submit = form.handleSubmit(async (body) => {
    const outcome = await change.run({ body });
    if (outcome.ok) return onSaved();
    const refused = outcome.error.errors["fines"];
    if (refused !== undefined) form.setError("root", { message: refused.join(" ") });
  });

  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("text")}</p>
      {errors.root?.message !== undefined && (
        <FormErrors errors={[{ message: errors.root.message }]} />
      )}
      {fields.length === 0 && <p className="font-semibold">{text("none")}</p>}
      <ul className="divide-y divide-line">
        {fields.map((fine, index) => (
          <li key={fine.id} className="py-3 first:pt-0">
            <OneFine form={form} index={index} onRemove={() => remove(index)} />
          </li>
        ))}
      </ul>
      {fields.length < usualFinesMost && (
        <Button
          variant="secondary"
          icon={<Plus aria-hidden />}
          onClick={() => append({ name: "", amount: "" })}
          className="sm:self-start"
        >
          {text("add")}
        </Button>
      )}
      <FormFoot>
        <p className="text-sm text-muted">{text("note")}</p>
        <Button type="submit" busy={change.busy} disabled={!isDirty} className="flex-none">
          {text("save")}
        </Button>
      </FormFoot>
    </Form>
  );
}

type OneFineProps = { form: UseFormReturn<Fields>; index: number; onRemove: () => void };

function OneFine({ form, index, onRemove }: OneFineProps) {
  const text = useTranslations("usualFines");
  const words = useTranslations("fines");
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[1fr_12rem_auto]">
      <legend className="sr-only">{text("fine", { number: String(index + 1) })}</legend>
      <TextField
        label={text("name")}
        maxLength={60}
        autoComplete="off"
        error={form.formState.errors.fines?.[index]?.name?.message}
        {...form.register(`fines.${index}.name`, {
          validate: (name) => name.trim() !== "" || text("nameRequired"),
        })}
      />
      <AmountField
        control={form.control}
        name={`fines.${index}.amount`}
        rules={{
          validate: (typed) => readPositive(typed) !== null || words("amountPositive"),
        }}
        label={words("amount")}
      />
      <Button
        variant="quiet"
        icon={<Trash2 aria-hidden />}
        className="w-fit sm:mt-7"
        onClick={onRemove}
      >
        {text("remove")}
        <span className="sr-only"> {text("fine", { number: String(index + 1) })}</span>
      </Button>
    </fieldset>
  );
}
