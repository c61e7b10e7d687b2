// Whether both offices accept that books and bank agree, and what is still open (STAT-33, STAT-35).
import { useTranslations } from "use-intl";
import { acceptReconciliation, type Reconciliation } from "#contract/reconciliation.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { Form } from "#web/ui/form.tsx";

type VerdictProps = { read: Reconciliation; date: NonNullable<Reconciliation["date"]> };

export function ReconciliationVerdict({ read, date }: VerdictProps) {
  const text = useTranslations("reconciliation");
  const { offices } = useUiTexts();
  const { accepted, reopened, difference } = read;
  const day = formatDay(date);
  const words = accepted.map(({ office, by, at }) => (
    <p key={office}>
      {text("acceptedBy", {
        office: offices[office],
        name: by.full_name,
        at: formatMomentAndTime(at),
      })}
    </p>
  ));
  if (accepted.length === 2)
    return (
      <Alert tone="good" title={text("bothAgree", { date: day })}>
        {words}
      </Alert>
    );
  const missing = (["Treasurer", "Sec-Gen"] as const).filter((office) =>
    accepted.every((each) => each.office !== office),
  );
  return (
    <div className="space-y-3">
      {reopened !== undefined && (
        <Alert tone="bad" title={text("reopened", { at: formatMomentAndTime(reopened.at) })}>
          {reopened.why}
        </Alert>
      )}
      {difference === 0 && (
        <Alert tone="good" title={text("explained")}>
          {text("explainedText", {
            bank: formatMoney(read.statements_total),
            books: formatMoney(read.books),
            same: String(read.statements_total === read.books),
          })}
        </Alert>
      )}
      {difference !== 0 && (
        <Alert tone="bad" title={text("differs", { amount: formatMoney(difference) })}>
          {text("differsText")}
        </Alert>
      )}
      <Alert tone="waiting" title={text("waits")}>
        {words}
        {missing.map((office) => (
          <p key={office}>{text("waitsFor", { office: offices[office] })}</p>
        ))}
        {read.agreed_to !== null && (
          <p className="mt-1 font-semibold">
            {text("agreed", {
              date: formatDay(read.agreed_to),
              amount: formatMoney(read.agreed_difference ?? 0),
            })}
          </p>
        )}
      </Alert>
    </div>
  );
}

type AcceptFormProps = {
  read: Reconciliation;
  date: NonNullable<Reconciliation["date"]>;
  office: ApprovingOffice;
};

/** An office accepts these figures (STAT-33); a difference needs a reason (STAT-32). */
export function AcceptForm({ read, date, office }: AcceptFormProps) {
  const text = useTranslations("reconciliation");
  const { offices } = useUiTexts();
  const accept = useAction(acceptReconciliation);
  const form = useForm({ defaultValues: { reason: "" } });
  const { errors } = form.formState;
  const amount = formatMoney(read.difference);
  if (read.accepted.some((each) => each.office === office))
    return <p className="text-muted">{text("youAccepted")}</p>;
  // The opening difference is accepted with a reason once; before the first agreed day, not by both yet.
  const needsReason =
    read.difference !== 0 || (read.opening_difference !== 0 && read.agreed_to === null);
  const asksReason = needsReason || read.opening_difference !== 0;

  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await accept.run({
      body: {
        date,
        difference_seen: read.difference,
        ...(reason.trim() === "" ? {} : { reason }),
      },
    });
    if (outcome.ok) form.reset();
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Card title={text("accept", { office: offices[office] })}>
      <Form onSubmit={submit}>
        {asksReason && (
          <TextareaField
            label={text("reason")}
            help={text("reasonHelp")}
            optional={!needsReason}
            maxLength={500}
            error={errors.reason?.message}
            {...form.register("reason", {
              validate: (reason) => !needsReason || reason.trim() !== "" || text("reasonRequired"),
            })}
          />
        )}
        <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
          <p className="text-sm font-semibold">
            {text("acceptText", { date: formatDay(date), amount })}
          </p>
          <Button type="submit" busy={accept.busy} className="flex-none">
            {text("submit", { amount })}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
