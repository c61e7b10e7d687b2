// The fines that follow from the marks: charged in one act, excepted with a reason, corrected with the mark (MEET-6, MEET-7).
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { type Attendance, attendances } from "#domain/meetings/attendance.ts";
import { personName } from "#domain/members/person-name.ts";
import {
  chargeMeetingFines,
  correctMark,
  getMeetingFines,
  type MeetingView,
} from "#endpoints/meetings.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, sumKes, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MarkBadge } from "./roll.tsx";

type Fines = ReplyOf<typeof getMeetingFines>;

/** For officials, while the meeting is open or closed. The Treasurer corrects marks that bear a fine. */
export function FinesCard({ meeting, mayCorrect }: { meeting: MeetingView; mayCorrect: boolean }) {
  const text = useTranslations("meetings.fining");
  const { data, error, refetch } = useEndpoint(getMeetingFines, { params: { id: meeting.id } });
  const { version } = meeting;
  const read = useRef(version);
  // Marks change what is proposed.
  useEffect(() => {
    if (read.current !== version) void refetch();
    read.current = version;
  }, [version, refetch]);
  return (
    <Card title={text("title")}>
      {error !== null ? (
        <LoadProblem detail={error.detail} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-24" />
      ) : (
        <div className="space-y-6">
          {data.proposed.length === 0 ? (
            <p className="text-muted">{text("none")}</p>
          ) : (
            // Another list is another form: what was excepted in it is asked again.
            <Proposed key={version} id={meeting.id} fines={data} />
          )}
          {data.charged.length > 0 && (
            <Charged meeting={meeting} fines={data} mayCorrect={mayCorrect} />
          )}
        </div>
      )}
    </Card>
  );
}

function Proposed({ id, fines }: { id: number; fines: Fines }) {
  const text = useTranslations("meetings.fining");
  const charge = useAction(chargeMeetingFines);
  /** Why each of these is not fined. */
  const [excepted, setExcepted] = useState<ReadonlyMap<number, string>>(new Map());
  const [isMissing, setIsMissing] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  useUnsaved(excepted.size > 0);
  const charged = fines.proposed.filter(({ member }) => !excepted.has(member.id));
  const total = sumKes(charged.map(({ amount }) => amount));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isBlank = [...excepted.values()].some((reason) => reason.trim() === "");
    setIsMissing(isBlank);
    if (isBlank) return;
    const except = [...excepted].map(([member_id, reason]) => ({ member_id, reason }));
    const outcome = await charge.run({ params: { id }, body: { total_seen: total, except } });
    setRefused(outcome.ok ? null : outcome.error.detail);
  };
  const write = (memberId: number, reason: string | null) => {
    const next = new Map(excepted);
    if (reason === null) next.delete(memberId);
    else next.set(memberId, reason);
    setExcepted(next);
  };
  return (
    <Form onSubmit={submit}>
      <p>{text("hint")}</p>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <ul aria-label={text("proposed")} className="divide-y divide-line">
        {fines.proposed.map((fine) => (
          <ProposedFine
            key={fine.member.id}
            fine={fine}
            reason={excepted.get(fine.member.id)}
            isMissing={isMissing}
            onReason={(reason) => write(fine.member.id, reason)}
          />
        ))}
      </ul>
      <Button type="submit" busy={charge.busy} className="sm:self-end">
        {unbroken(
          charged.length === 0
            ? text("exceptAll")
            : text("charge", { count: charged.length, total: formatMoney(total) }),
        )}
      </Button>
    </Form>
  );
}

type ProposedFineProps = {
  fine: Fines["proposed"][number];
  /** Why it is not charged; undefined if it is. */
  reason: string | undefined;
  isMissing: boolean;
  onReason: (reason: string | null) => void;
};

function ProposedFine({ fine, reason, isMissing, onReason }: ProposedFineProps) {
  const text = useTranslations("meetings.fining");
  const { member, attendance, amount } = fine;
  const name = personName(member);
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="w-full wrap-anywhere sm:w-auto sm:flex-1">{name}</span>
        <MarkBadge mark={attendance} />
        <Money
          amount={amount}
          {...(reason === undefined ? {} : { className: "text-muted line-through" })}
        />
        <Button
          variant="quiet"
          aria-pressed={reason !== undefined}
          onClick={() => onReason(reason === undefined ? "" : null)}
        >
          {text(reason === undefined ? "except" : "fineAgain")}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {reason !== undefined && (
        <TextField
          label={text("reasonFor", { name: member.full_name })}
          maxLength={500}
          autoComplete="off"
          value={reason}
          error={isMissing && reason.trim() === "" ? text("reasonRequired") : undefined}
          onChange={({ target }) => onReason(target.value)}
        />
      )}
    </li>
  );
}

type ChargedProps = { meeting: MeetingView; fines: Fines; mayCorrect: boolean };

function Charged({ meeting, fines, mayCorrect }: ChargedProps) {
  const text = useTranslations("meetings.fining");
  const [corrected, setCorrected] = useState<Fines["charged"][number] | null>(null);
  const close = () => setCorrected(null);
  return (
    <section aria-label={text("charged")}>
      <h3 className="font-semibold">{text("charged")}</h3>
      <ul className="divide-y divide-line">
        {fines.charged.map((fine) => (
          <li key={fine.fine_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="w-full wrap-anywhere sm:w-auto sm:flex-1">
              {personName(fine.member)}
            </span>
            <Money amount={fine.amount} />
            {mayCorrect && fine.outstanding === fine.amount && (
              <Button variant="quiet" onClick={() => setCorrected(fine)}>
                {text("correct")}
                <span className="sr-only"> {personName(fine.member)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={corrected !== null}
        onClose={close}
        title={corrected === null ? "" : text("correctOf", { name: corrected.member.full_name })}
        width="small"
      >
        {corrected !== null && (
          <CorrectForm meeting={meeting} memberId={corrected.member.id} onDone={close} />
        )}
      </Modal>
    </section>
  );
}

type Correction = { attendance: "" | Attendance; reason: string };

function CorrectForm({
  meeting,
  memberId,
  onDone,
}: {
  meeting: MeetingView;
  memberId: number;
  onDone: () => void;
}) {
  const text = useTranslations("meetings.fining");
  const marks = useTranslations("meetings.marks");
  const correct = useAction(correctMark);
  const form = useForm<Correction>({ defaultValues: { attendance: "", reason: "" } });
  const { errors, isDirty } = form.formState;
  const [refused, setRefused] = useState<string | null>(null);
  useUnsaved(isDirty);
  const before = meeting.roll.find(({ member }) => member.id === memberId)?.attendance;
  const submit = form.handleSubmit(async (fields) => {
    const outcome = await correct.run({
      params: { id: meeting.id },
      body: { ...fields, member_id: memberId },
    });
    if (outcome.ok) return onDone();
    const { detail, errors: faults } = outcome.error;
    showFieldErrors(form, faults);
    return setRefused("attendance" in faults || "reason" in faults ? null : detail);
  });
  return (
    <Form onSubmit={submit}>
      <p>{text("correctText")}</p>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <SelectField
        label={text("mark")}
        placeholder={text("choose")}
        options={attendances
          .filter((each) => each !== before)
          .map((value) => ({ value, label: marks(value) }))}
        error={errors.attendance?.message}
        {...form.register("attendance", { required: text("markRequired") })}
      />
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        required={text("reasonRequired")}
      />
      <Button type="submit" busy={correct.busy} className="sm:self-end">
        {text("correct")}
      </Button>
    </Form>
  );
}
