// The minutes of a meeting: their draft, the two signatures, and what they are once adopted (MEET-9, MEET-10).
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { isThere } from "#domain/meetings/attendance.ts";
import { personName } from "#domain/members/person-name.ts";
import { adoptMinutes, getMeeting, getMeetings, type MeetingView } from "#endpoints/meetings.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { laterMeetings } from "./later-meetings.ts";
import { ResolutionText } from "./resolutions.tsx";

type MinutesProps = {
  meeting: MeetingView;
  /** The official who may sign; null for everybody else. */
  signerId: number | null;
  /** The button that downloads them. */
  download: ReactNode;
};

export function Minutes({ meeting, signerId, download }: MinutesProps) {
  const text = useTranslations("meetings.minutes");
  const { offices } = useUiTexts();
  const [isSigning, setIsSigning] = useState(false);
  const { minutes, signed, status, corrections } = meeting;
  const hasSigned = signed.some(({ by }) => by.id === signerId);
  const maySign = signerId !== null && status === "closed" && !hasSigned;
  const close = () => setIsSigning(false);
  return (
    <Card
      title={text("title")}
      aside={
        <Badge tone={minutes === null ? "waiting" : "good"}>
          {text(minutes === null ? "draft" : "adopted")}
        </Badge>
      }
    >
      <div className="space-y-4">
        <p>{text(minutes === null ? `about.${status === "open" ? "open" : "closed"}` : "stay")}</p>
        {signed.length > 0 && (
          <ul aria-label={text("signed")} className="space-y-1">
            {signed.map(({ office, by, at }) => (
              <li key={by.id} className="wrap-anywhere">
                {text("signedBy", {
                  name: personName(by),
                  office: offices[office],
                  at: formatMomentAndTime(at),
                })}
              </li>
            ))}
          </ul>
        )}
        {minutes !== null && <Adopted minutes={minutes} />}
        <div className="flex flex-wrap gap-3">
          {download}
          {maySign && <Button onClick={() => setIsSigning(true)}>{text("sign")}</Button>}
        </div>
        {hasSigned && minutes === null && <p className="text-muted">{text("waits")}</p>}
        {corrections.length > 0 && (
          <section aria-label={text("corrections")}>
            <h3 className="font-semibold">{text("corrections")}</h3>
            <ul className="divide-y divide-line">
              {corrections.map((each) => (
                <li key={each.id} className="space-y-1 py-3">
                  <p className="text-sm text-muted">
                    {text("meetingOn", {
                      number: String(each.meeting.number),
                      date: formatDay(each.meeting.date),
                    })}
                  </p>
                  <ResolutionText resolution={each} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Modal open={isSigning} onClose={close} title={text("sign")} width="small">
        {isSigning && <SignForm meeting={meeting} onDone={close} />}
      </Modal>
    </Card>
  );
}

function Adopted({ minutes }: { minutes: NonNullable<MeetingView["minutes"]> }) {
  const text = useTranslations("meetings.minutes");
  const { at_meeting: at } = minutes;
  return (
    <Facts
      facts={[
        {
          label: text("adoptedAt"),
          value: text("meetingOn", { number: String(at.number), date: formatDay(at.date) }),
        },
        { label: text("proposedBy"), value: personName(minutes.proposed_by) },
        { label: text("secondedBy"), value: personName(minutes.seconded_by) },
        { label: text("sha256"), value: <code className="text-sm">{minutes.sha256}</code> },
      ]}
    />
  );
}

type Fields = { at_meeting_id: string; proposed_by: string; seconded_by: string };

/** What is signed is the version that stands on this page. */
function SignForm({ meeting, onDone }: { meeting: MeetingView; onDone: () => void }) {
  const text = useTranslations("meetings.minutes");
  const adopt = useAction(adoptMinutes);
  const form = useForm<Fields>({
    defaultValues: { at_meeting_id: "", proposed_by: "", seconded_by: "" },
  });
  const { errors, isDirty } = form.formState;
  const [refused, setRefused] = useState<string | null>(null);
  useUnsaved(isDirty);
  const others = useEndpoint(getMeetings, {
    query: { from: meeting.date, page: 1, page_size: 20 },
  });
  const at = Number(form.watch("at_meeting_id"));
  const later = useEndpoint(getMeeting, { params: { id: at }, enabled: at > 0 });
  const submit = form.handleSubmit(async (fields) => {
    const outcome = await adopt.run({
      params: { id: meeting.id },
      body: { ...fields, version_seen: meeting.version },
    });
    if (outcome.ok) return onDone();
    const { detail, errors: faults } = outcome.error;
    showFieldErrors(form, faults);
    return setRefused(Object.keys(faults).some((name) => name in fields) ? null : detail);
  });
  if (others.data === undefined) return <Skeleton className="h-40" />;
  const meetings = laterMeetings(meeting, others.data.meetings);
  if (meetings.length === 0) return <p>{text("noLater")}</p>;
  const people = (at > 0 ? (later.data?.meeting.roll ?? []) : [])
    .filter(({ attendance }) => isThere(attendance))
    .map(({ member }) => ({ value: String(member.id), label: personName(member) }));
  return (
    <Form onSubmit={submit}>
      <p>{text("signText")}</p>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <SelectField
        label={text("at")}
        help={text("atHelp")}
        placeholder={text("choose")}
        options={meetings.map(({ id, number, date }) => ({
          value: String(id),
          label: text("meetingOn", { number: String(number), date: formatDay(date) }),
        }))}
        error={errors.at_meeting_id?.message}
        {...form.register("at_meeting_id", { required: text("atRequired") })}
      />
      {(["proposed_by", "seconded_by"] as const).map((name) => (
        <SelectField
          key={name}
          label={text(name === "proposed_by" ? "proposedBy" : "secondedBy")}
          placeholder={text("choose")}
          options={people}
          error={errors[name]?.message}
          {...form.register(name, { required: text("personRequired") })}
        />
      ))}
      <Button type="submit" busy={adopt.busy} className="sm:self-end">
        {text("sign")}
      </Button>
    </Form>
  );
}
