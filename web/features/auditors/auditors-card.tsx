import { useState } from "react";
import { useTranslations } from "use-intl";
import { endAuditor, getAuditors, inviteAuditor, type Auditor } from "#endpoints/auditors.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { auditorDaysMost } from "#domain/permissions.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatMoment, formatMomentAndTime } from "#web/ui/day.ts";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextField } from "#web/ui/field.tsx";

type Seat = ReplyOf<typeof inviteAuditor>["auditor"];

/** The auditors, and the Chairperson's actions on their seats (MEM-40). */
export function AuditorsCard() {
  const text = useTranslations("auditors");
  const found = useEndpoint(getAuditors);
  const [isInviting, setIsInviting] = useState(false);
  const [ending, setEnding] = useState<Auditor | null>(null);
  const [newSeat, setNewSeat] = useState<Seat | null>(null);

  return (
    <Card
      title={text("title")}
      aside={
        <Button variant="secondary" onClick={() => setIsInviting(true)}>
          {text("invite")}
        </Button>
      }
    >
      <p className="mb-3 text-muted">{text("text")}</p>
      {newSeat && <LinkOnce newSeat={newSeat} />}
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton className="h-11" />
      ) : found.data.auditors.length === 0 ? (
        <p className="font-semibold">{text("none")}</p>
      ) : (
        <ul aria-label={text("title")} className="divide-y divide-line">
          {found.data.auditors.map((auditor) => (
            <OneSeat key={auditor.id} auditor={auditor} onEnd={() => setEnding(auditor)} />
          ))}
        </ul>
      )}
      <Modal
        open={isInviting}
        onClose={() => setIsInviting(false)}
        title={text("inviteTitle")}
        width="small"
      >
        <InviteForm
          onInvited={(seat) => {
            setNewSeat(seat);
            setIsInviting(false);
          }}
        />
      </Modal>
      <Modal
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={text("endTitle", { name: ending?.name ?? "" })}
        width="small"
      >
        {ending && (
          <EndSeat
            auditor={ending}
            onEnded={() => {
              if (newSeat?.id === ending.id) setNewSeat(null);
              setEnding(null);
            }}
          />
        )}
      </Modal>
    </Card>
  );
}

function OneSeat({ auditor, onEnd }: { auditor: Auditor; onEnd: () => void }) {
  const text = useTranslations("auditors");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold wrap-anywhere">{auditor.name}</p>
        <p className="text-sm text-muted">
          {text("until", { date: formatMoment(auditor.expires_at) })}
          {" · "}
          {auditor.last_entered_at === null
            ? text("neverEntered")
            : text("entered", { moment: formatMomentAndTime(auditor.last_entered_at) })}
        </p>
      </div>
      <Button variant="secondary" onClick={onEnd}>
        {text("end")}
        <span className="sr-only">{` ${auditor.name}`}</span>
      </Button>
    </li>
  );
}

AuditorsCard.loader = (prefetch: Prefetch) => prefetch(getAuditors);

/** The link, which the server sends only this once. */
function LinkOnce({ newSeat }: { newSeat: Seat }) {
  const text = useTranslations("auditors");
  return (
    <div className="mb-4">
      <Alert live tone="good" title={text("linkOnce", { name: newSeat.name })}>
        <span className="flex flex-wrap items-center gap-2">
          <code className="text-sm break-all">{newSeat.url}</code>
          <CopyButton value={newSeat.url} of={text("link")} />
        </span>
      </Alert>
    </div>
  );
}

function InviteForm({ onInvited }: { onInvited: (seat: Seat) => void }) {
  const text = useTranslations("auditors");
  const invite = useAction(inviteAuditor);
  const form = useForm({ defaultValues: { name: "", days: "30" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("name"));

  const submit = form.handleSubmit(async (body) => {
    const outcome = await invite.run({ body });
    if (outcome.ok) onInvited(outcome.reply.auditor);
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("name")}
        help={text("nameHelp")}
        maxLength={80}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) => name.trim() !== "" || text("nameRequired"),
        })}
      />
      <TextField
        label={text("days")}
        help={text("daysHelp", { most: String(auditorDaysMost) })}
        inputMode="numeric"
        autoComplete="off"
        error={errors.days?.message}
        {...form.register("days", {
          validate: (days) => isDays(days) || text("daysHelp", { most: String(auditorDaysMost) }),
        })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">{text("inviteSummary")}</p>
        <Button type="submit" busy={invite.busy} className="sm:self-end">
          {text("invite")}
        </Button>
      </div>
    </Form>
  );
}

function isDays(written: string): boolean {
  const days = Number(written);
  return Number.isInteger(days) && days >= 1 && days <= auditorDaysMost;
}

function EndSeat({ auditor, onEnded }: { auditor: Auditor; onEnded: () => void }) {
  const text = useTranslations("auditors");
  const end = useAction(endAuditor);
  return (
    <div className="flex flex-col gap-4">
      <p>{text("endText")}</p>
      <Button
        variant="danger"
        busy={end.busy}
        className="sm:self-end"
        onClick={() =>
          void end.run({ params: { id: auditor.id } }).then(({ ok }) => ok && onEnded())
        }
      >
        {text("end")}
      </Button>
    </div>
  );
}
