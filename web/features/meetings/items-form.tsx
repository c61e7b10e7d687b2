// What a meeting is about, with notes that the minutes print.
import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { MeetingView } from "#endpoints/meetings.ts";
import { useDraft, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextareaField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import type { MeetingQueue } from "./use-meeting-queue.ts";

/** `editsSeen` is of the heading that its writer saw when they began (MEET-2). */
type Fields = { items: { title: string; notes: string }[]; editsSeen: number };

type ItemsFormProps = { meeting: MeetingView; queue: MeetingQueue; onDone: () => void };

const itemsMax = 20;

export function ItemsForm({ meeting, queue, onDone }: ItemsFormProps) {
  const text = useTranslations("meetings.notes");
  const form = useForm<Fields>({
    defaultValues: {
      items: meeting.items.map(({ title, notes }) => ({ title, notes: notes ?? "" })),
      editsSeen: meeting.edits,
    },
  });
  const { errors, isDirty } = form.formState;
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "items" });
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsaved(isDirty);
  const forget = useDraft(form, `items ${meeting.id}`);
  const submit = form.handleSubmit(async ({ items, editsSeen }) => {
    setBusy(true);
    const typed = items.map(({ title, notes }) => ({
      title: title.trim(),
      notes: notes.trim() === "" ? null : notes.trim(),
    }));
    const error = await queue.act({ act: "items", items: typed, editsSeen });
    setBusy(false);
    if (error !== null) return setRefused(Object.values(error.errors).flat()[0] ?? error.detail);
    forget();
    return onDone();
  });
  return (
    <Form onSubmit={submit}>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      {fields.map(({ id }, index) => (
        <fieldset key={id} className="flex flex-col gap-2 border-b border-line pb-4">
          <legend className="sr-only">{text("item", { number: String(index + 1) })}</legend>
          <TextField
            label={text("title", { number: String(index + 1) })}
            maxLength={120}
            autoComplete="off"
            error={errors.items?.[index]?.title?.message}
            {...form.register(`items.${index}.title`, {
              validate: (value) => value.trim() !== "" || text("titleRequired"),
            })}
          />
          <TextareaField
            label={text("notesOf", { number: String(index + 1) })}
            optional
            maxLength={2_000}
            error={errors.items?.[index]?.notes?.message}
            {...form.register(`items.${index}.notes`)}
          />
          <Button variant="quiet" className="self-start" onClick={() => remove(index)}>
            {text("remove", { number: String(index + 1) })}
          </Button>
        </fieldset>
      ))}
      {fields.length < itemsMax && (
        <Button
          variant="secondary"
          className="self-start"
          onClick={() => append({ title: "", notes: "" })}
        >
          {text("add")}
        </Button>
      )}
      <Button type="submit" busy={busy} className="sm:self-end">
        {text("save")}
      </Button>
    </Form>
  );
}
