// Opening, closing and cancelling a meeting (MEET-2).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isThere } from "#domain/meetings/attendance.ts";
import { personName } from "#domain/members/person-name.ts";
import {
  cancelMeeting,
  changeMeeting,
  closeMeeting,
  type MeetingView,
} from "#endpoints/meetings.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { ItemsForm } from "./items-form.tsx";
import type { MeetingQueue } from "./use-meeting-queue.ts";

type MeetingActsProps = { meeting: MeetingView; queue: MeetingQueue };

/** What is done to the meeting as a whole. Opening and notes go on without a network; what waits is sent before the close. */
export function MeetingActs({ meeting, queue }: MeetingActsProps) {
  const text = useTranslations("meetings.acts");
  const [opened, setOpened] = useState<"close" | "cancel" | "items" | null>(null);
  const [opening, setOpening] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const done = () => setOpened(null);
  const pressOpen = async () => {
    setOpening(true);
    const error = await queue.act({ act: "open" });
    setOpening(false);
    setRefused(error?.detail ?? null);
  };
  const pressClose = () => {
    const isLate = queue.waits > 0;
    setRefused(isLate ? text("sendFirst", { count: queue.waits }) : null);
    if (!isLate) setOpened("close");
  };
  const { status } = meeting;
  return (
    <div className="space-y-3">
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <div className="flex flex-wrap gap-3">
        {status === "called" && (
          <Button busy={opening} onClick={() => void pressOpen()}>
            {text("open")}
          </Button>
        )}
        {status === "open" && <Button onClick={pressClose}>{text("close")}</Button>}
        {status !== "adopted" && status !== "cancelled" && (
          <Button variant="secondary" onClick={() => setOpened("items")}>
            {text("items")}
          </Button>
        )}
        {(status === "called" || status === "open") && (
          <Button variant="quiet" onClick={() => setOpened("cancel")}>
            {text("cancel")}
          </Button>
        )}
      </div>
      <Modal
        open={opened !== null}
        onClose={done}
        title={opened === null ? "" : text(opened)}
        width={opened === "items" ? "medium" : "small"}
      >
        {opened === "items" && <ItemsForm meeting={meeting} queue={queue} onDone={done} />}
        {opened === "close" && <CloseForm meeting={meeting} onDone={done} />}
        {opened === "cancel" && <CancelForm meeting={meeting} onDone={done} />}
      </Modal>
    </div>
  );
}

type Act = { meeting: MeetingView; onDone: () => void };

type Leading = { chair_id: string; secretary_id: string };

/** Whoever led and wrote was there (MEET-5): they are chosen here if the ones of the heading were not. */
function CloseForm({ meeting, onDone }: Act) {
  const text = useTranslations("meetings.acts");
  const change = useAction(changeMeeting);
  const close = useAction(closeMeeting);
  const there = meeting.roll.filter(({ attendance }) => isThere(attendance));
  const idOf = (person: MeetingView["chair"]) =>
    there.some(({ member }) => member.id === person?.id) ? String(person?.id) : "";
  const before = { chair_id: idOf(meeting.chair), secretary_id: idOf(meeting.secretary) };
  const form = useForm<Leading>({ defaultValues: before });
  const { errors, isDirty } = form.formState;
  const [refused, setRefused] = useState<string | null>(null);
  useUnsaved(isDirty);
  const params = { id: meeting.id };
  const submit = form.handleSubmit(async (fields) => {
    const changed = !isDirty
      ? null
      : await change.run({ params, body: { ...fields, edits_seen: meeting.edits } });
    const outcome = changed?.ok === false ? changed : await close.run({ params });
    if (outcome.ok) return onDone();
    const { detail, errors: faults } = outcome.error;
    showFieldErrors(form, faults);
    return setRefused("chair_id" in faults || "secretary_id" in faults ? null : detail);
  });
  const options = there.map(({ member }) => ({
    value: String(member.id),
    label: personName(member),
  }));
  return (
    <Form onSubmit={submit}>
      <p>{text("closeText", { count: meeting.counts.unmarked })}</p>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      {(["chair_id", "secretary_id"] as const).map((name) => (
        <SelectField
          key={name}
          label={text(name)}
          placeholder={text("choose")}
          options={options}
          error={errors[name]?.message}
          {...form.register(name, { required: text("leaderRequired") })}
        />
      ))}
      <Button type="submit" busy={change.busy || close.busy} className="sm:self-end">
        {text("close")}
      </Button>
    </Form>
  );
}

function CancelForm({ meeting: { id }, onDone }: Act) {
  const text = useTranslations("meetings.acts");
  const cancel = useAction(cancelMeeting);
  return (
    <ReasonForm
      isDanger
      draft={`cancel meeting ${id}`}
      label={text("reason")}
      required={text("reasonRequired")}
      submit={text("cancel")}
      busy={cancel.busy}
      send={(reason) => cancel.run({ params: { id }, body: { reason } })}
      onDone={onDone}
    >
      <p>{text("cancelText")}</p>
    </ReasonForm>
  );
}
