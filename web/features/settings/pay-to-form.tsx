import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { useTranslations } from "use-intl";
import { changeSettings } from "#contract/group.ts";
import { payToCharactersMost, payToKinds, payToMost, type PayTo } from "#domain/payments/pay-to.ts";
import { useAction } from "#web/api/use-action.ts";
import { useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormErrors, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";

type Fields = { ways: PayTo[] };

const emptyWay: PayTo = { kind: "paybill", name: "", number: "", account: "" };

/** Where members pay (PAY-23): a form of its own, because saving it notifies every official. */
export function PayToForm({ ways }: { ways: readonly PayTo[] }) {
  const text = useTranslations("payTo");
  const change = useAction(changeSettings);
  const form = useForm<Fields>({ mode: "onTouched", defaultValues: { ways: [...ways] } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ways" });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const submit = form.handleSubmit(async ({ ways: pay_to }) => {
    const outcome = await change.run({ body: { pay_to } });
    if (outcome.ok) return form.reset({ ways: outcome.reply.settings.pay_to });
    const refused = outcome.error.errors["pay_to"];
    if (refused !== undefined)
      form.setError("ways", { type: "server", message: refused.join(" ") });
  });

  const written = (index: number, name: "name" | "number", label: string) => ({
    label,
    maxLength: payToCharactersMost,
    autoComplete: "off",
    error: errors.ways?.[index]?.[name]?.message,
    ...form.register(`ways.${index}.${name}`, {
      validate: (value) => value.trim() !== "" || text("edit.required", { label }),
    }),
  });
  const refusal = errors.ways?.message ?? errors.ways?.root?.message;

  return (
    <Card title={text("title")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <p className="text-muted">{text("edit.text")}</p>
        {refusal !== undefined && <FormErrors errors={[{ message: refusal }]} />}
        {fields.length === 0 && <p className="font-semibold">{text("edit.none")}</p>}
        <ul className="divide-y divide-line">
          {fields.map((way, index) => (
            <li key={way.id} className="py-4 first:pt-0">
              <fieldset className="grid gap-4 sm:grid-cols-2">
                <legend className="sr-only">
                  {text("edit.way", { number: String(index + 1) })}
                </legend>
                <SelectField
                  label={text("edit.kind")}
                  options={payToKinds.map((kind) => ({
                    value: kind,
                    label: text(`kinds.${kind}`),
                  }))}
                  {...form.register(`ways.${index}.kind`)}
                />
                <TextField {...written(index, "number", text("number"))} />
                <TextField
                  {...written(index, "name", text("edit.name"))}
                  help={text("edit.nameHelp")}
                />
                <TextField
                  label={text("account")}
                  optional
                  help={text("edit.accountHelp")}
                  maxLength={payToCharactersMost}
                  autoComplete="off"
                  {...form.register(`ways.${index}.account`)}
                />
                <Button
                  variant="quiet"
                  icon={<Trash2 aria-hidden />}
                  className="-ms-4 w-fit"
                  onClick={() => remove(index)}
                >
                  {text("edit.remove")}
                  <span className="sr-only">
                    {" "}
                    {text("edit.way", { number: String(index + 1) })}
                  </span>
                </Button>
              </fieldset>
            </li>
          ))}
        </ul>
        {fields.length < payToMost && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden />}
            onClick={() => append(emptyWay)}
            className="max-sm:w-full"
          >
            {text("edit.add")}
          </Button>
        )}
        <FormFoot>
          <p className="text-sm text-muted">{text("edit.note")}</p>
          <Button type="submit" busy={change.busy} disabled={!isDirty} className="flex-none">
            {text("edit.save")}
          </Button>
        </FormFoot>
      </form>
    </Card>
  );
}
