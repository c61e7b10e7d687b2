import { useState } from "react";
import { useTranslations } from "use-intl";
import { createRotation } from "#endpoints/rotations.ts";
import { rotationSteps } from "#domain/rotation/turn-days.ts";
import { AmountField, DayField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { today } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { readPositive } from "#web/ui/money-field.tsx";

/** An official starts a merry-go-round (ROT-1). */
export function StartRotation() {
  const text = useTranslations("rotations.start");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{text("button")}</Button>
      <Modal open={isOpen} onClose={close} title={text("title")} description={text("text")}>
        <StartForm onDone={close} />
      </Modal>
    </>
  );
}

function StartForm({ onDone }: { onDone: () => void }) {
  const text = useTranslations("rotations.start");
  const every = useTranslations("rotations.every");
  const start = useAction(createRotation);
  const form = useForm<Fields>({
    defaultValues: { name: "", amount: "", every: "month", first_on: today() },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("name"));
  const submit = form.handleSubmit(async (body) => {
    const outcome = await start.run({ body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("name")}
        maxLength={60}
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) => name.trim() !== "" || text("required.name"),
        })}
      />
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (typed) => readPositive(typed) !== null || text("required.amount") }}
        label={text("amount")}
      />
      <SelectField
        label={text("every")}
        options={rotationSteps.map((value) => ({ value, label: every(value) }))}
        error={errors.every?.message}
        {...form.register("every")}
      />
      <DayField
        control={form.control}
        name="first_on"
        rules={{ required: text("required.day") }}
        label={text("firstOn")}
      />
      <Button type="submit" busy={start.busy} className="sm:self-end">
        {text("submit")}
      </Button>
    </Form>
  );
}

type Fields = {
  name: string;
  amount: string;
  every: (typeof rotationSteps)[number];
  first_on: string;
};
