// Writing a resolution, or changing one (MEET-8).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isThere } from "#domain/meetings/attendance.ts";
import { majorities } from "#domain/meetings/resolutions.ts";
import { personName } from "#domain/members/person-name.ts";
import {
  changeResolution,
  getMeetings,
  type MeetingView,
  type ResolutionView,
} from "#endpoints/meetings.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import type { StoredAct, TypedVotes } from "#web/api/stored/meeting-acts.ts";
import { discardAct } from "#web/api/stored/meeting-queue.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { SelectField, TextareaField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import type { MeetingQueue } from "./use-meeting-queue.ts";

/** A resolution of this device that the server refused. */
export type RefusedVotes = StoredAct & { done: { act: "resolution" } };

const idOf = (named: { id: number } | null | undefined) =>
  named === null || named === undefined ? "" : String(named.id);

function fieldsOf(opened: ResolutionView | RefusedVotes | "new"): TypedVotes {
  if (opened !== "new" && "done" in opened) return { ...fieldsOf("new"), ...opened.done.body };
  const resolution = opened === "new" ? null : opened;
  return {
    text: resolution?.text ?? "",
    in_favour: resolution === null ? "" : String(resolution.in_favour),
    against: resolution === null ? "" : String(resolution.against),
    abstained: resolution === null ? "0" : String(resolution.abstained),
    majority: resolution?.majority ?? "simple",
    proposed_by: idOf(resolution?.proposed_by),
    seconded_by: idOf(resolution?.seconded_by),
    corrects: idOf(resolution?.corrects),
  };
}

type FormProps = {
  meeting: MeetingView;
  queue: MeetingQueue;
  opened: ResolutionView | RefusedVotes | "new";
  onDone: () => void;
};

/** A new one is written down on this device first, and waits if there is no network. */
export function ResolutionForm({ meeting, queue, opened, onDone }: FormProps) {
  const text = useTranslations("meetings.resolving");
  const change = useAction(changeResolution);
  const [busy, setBusy] = useState(false);
  const form = useForm<TypedVotes>({ defaultValues: fieldsOf(opened) });
  const { errors, isDirty } = form.formState;
  const [refused, setRefused] = useState<string | null>(null);
  const adopted = useEndpoint(getMeetings, {
    query: { status: "adopted", page: 1, page_size: 20 },
  });
  useUnsaved(isDirty);
  const forget = useDraft(
    form,
    `resolution ${meeting.id} ${opened === "new" ? opened : opened.id}`,
  );
  const send = async (fields: TypedVotes) => {
    if (opened !== "new" && "number" in opened) {
      const outcome = await change.run({ params: { id: opened.id }, body: fields });
      return outcome.ok ? null : outcome.error;
    }
    const error = await queue.act({ act: "resolution", body: fields });
    if (error === null && opened !== "new") await discardAct(opened);
    return error;
  };
  const submit = form.handleSubmit(async (fields) => {
    setBusy(true);
    const error = await send(fields);
    setBusy(false);
    if (error === null) {
      forget();
      return onDone();
    }
    const { detail, errors: faults } = error;
    showFieldErrors(form, faults);
    return setRefused(Object.keys(faults).some((name) => name in fields) ? null : detail);
  });
  const people = meeting.roll
    .filter(({ attendance }) => isThere(attendance))
    .map(({ member }) => ({ value: String(member.id), label: personName(member) }));
  const isCount = (value: string) => /^\d{1,6}$/.test(value.trim()) || text("countRequired");
  return (
    <Form onSubmit={submit}>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <TextareaField
        label={text("text")}
        maxLength={1_000}
        error={errors.text?.message}
        {...form.register("text", {
          validate: (value) => value.trim() !== "" || text("textRequired"),
        })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {(["in_favour", "against", "abstained"] as const).map((name) => (
          <TextField
            key={name}
            label={text(name)}
            inputMode="numeric"
            autoComplete="off"
            error={errors[name]?.message}
            {...form.register(name, { validate: isCount })}
          />
        ))}
      </div>
      <SelectField
        label={text("majority")}
        options={majorities.map((value) => ({ value, label: text(`majorities.${value}`) }))}
        error={errors.majority?.message}
        {...form.register("majority")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {(["proposed_by", "seconded_by"] as const).map((name) => (
          <SelectField
            key={name}
            label={text(name)}
            optional
            placeholder={text("nobody")}
            options={people}
            error={errors[name]?.message}
            {...form.register(name)}
          />
        ))}
      </div>
      {(adopted.data?.meetings.length ?? 0) > 0 && (
        <SelectField
          label={text("corrects")}
          help={text("correctsHelp")}
          optional
          placeholder={text("correctsNone")}
          options={(adopted.data?.meetings ?? []).map(({ id, number, date }) => ({
            value: String(id),
            label: text("meetingOn", { number: String(number), date: formatDay(date) }),
          }))}
          error={errors.corrects?.message}
          {...form.register("corrects")}
        />
      )}
      <Button type="submit" busy={busy} className="sm:self-end">
        {text("save")}
      </Button>
    </Form>
  );
}
