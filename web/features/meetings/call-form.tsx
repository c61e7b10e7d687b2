// An official calls a meeting, or enters one that was (MEET-2).
import { useTranslations } from "use-intl";
import { type MeetingKind, meetingKinds } from "#domain/meetings/meeting-steps.ts";
import { callMeeting } from "#endpoints/meetings.ts";
import { useAction } from "#web/api/use-action.ts";
import { DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextareaField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";

type Fields = { kind: MeetingKind; date: string; time: string; place: string; items: string };

const emptyFields: Fields = { kind: "ordinary", date: "", time: "", place: "", items: "" };

export function CallForm({ onCalled }: { onCalled: (id: number) => void }) {
  const text = useTranslations("meetings");
  const fieldText = useTranslations("meetings.form");
  const call = useAction(callMeeting);
  const form = useForm<Fields>({ defaultValues: emptyFields });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, "meeting");

  const submit = form.handleSubmit(async ({ kind, date, time, place, items }) => {
    const titles = items.split("\n").filter((line) => line.trim() !== "");
    const outcome = await call.run({
      body: {
        kind,
        date,
        place,
        ...(time === "" ? {} : { time }),
        ...(titles.length === 0 ? {} : { items: titles.map((title) => ({ title, notes: null })) }),
      },
    });
    if (!outcome.ok) return showFieldErrors(form, outcome.error.errors);
    forget();
    form.reset(emptyFields);
    return onCalled(outcome.reply.meeting.id);
  });

  return (
    <Form onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fieldText("kind")}
          options={meetingKinds.map((value) => ({ value, label: text(`kinds.${value}`) }))}
          error={errors.kind?.message}
          {...form.register("kind")}
        />
        <DayField
          control={form.control}
          name="date"
          rules={{ required: fieldText("required.date") }}
          label={fieldText("date")}
          help={fieldText("dateHelp")}
        />
        <TextField
          label={fieldText("time")}
          help={fieldText("timeHelp")}
          optional
          autoComplete="off"
          error={errors.time?.message}
          {...form.register("time")}
        />
        <TextField
          label={fieldText("place")}
          autoComplete="off"
          maxLength={120}
          error={errors.place?.message}
          {...form.register("place", {
            validate: (place) => place.trim() !== "" || fieldText("required.place"),
          })}
        />
      </div>
      <TextareaField
        label={fieldText("items")}
        help={fieldText("itemsHelp")}
        optional
        error={errors.items?.message}
        {...form.register("items")}
      />
      <Button type="submit" busy={call.busy} className="sm:self-end">
        {fieldText("submit")}
      </Button>
    </Form>
  );
}
