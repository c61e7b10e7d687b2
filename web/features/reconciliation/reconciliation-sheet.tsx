// The books, the statements, and the differences between them, line by line (STAT-30).
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import {
  type Reconciliation,
  type ReconciliationItem,
  acceptReconciliation,
} from "#endpoints/reconciliation.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Form } from "#web/ui/form.tsx";
import { Money, sumKes, formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

export function ReconciliationSheet({ read }: { read: Reconciliation }) {
  const text = useTranslations("reconciliation");
  const between = [
    { label: text("inNotBooked"), sign: 1, figure: read.in_not_booked },
    { label: text("outNotBooked"), sign: -1, figure: read.out_not_booked },
    { label: text("bookedIn"), sign: -1, figure: read.booked_in_not_on_statement },
    { label: text("bookedOut"), sign: 1, figure: read.booked_out_not_on_statement },
  ] as const;
  return (
    <Card>
      <Row label={text("books")} amount={read.books} />
      <Row label={text("opening")} about={text("openingText")} amount={read.opening_difference} />
      {between.map(({ label, sign, figure }) => (
        <Row
          key={label}
          label={label}
          sign={sign}
          amount={figure.total}
          items={figure.items}
          count={figure.count}
        />
      ))}
      <Row
        isTotal
        label={text("shouldBe")}
        amount={sumKes([read.statements_total, -read.difference])}
      />
      {read.accounts.map(({ id, name, closing, covered_to }) => (
        <Row
          key={id}
          label={name}
          about={covered_to === null ? undefined : text("covered", { date: formatDay(covered_to) })}
          amount={closing ?? 0}
        />
      ))}
      <Row isTotal label={text("statements")} amount={read.statements_total} />
      <Row isTotal label={text("difference")} amount={read.difference} />
      {read.differing !== undefined && read.differing.length > 0 && (
        <Row label={text("differing")} amount={read.difference} items={read.differing} />
      )}
    </Card>
  );
}

type RowProps = {
  label: string;
  about?: string | undefined;
  amount: number;
  /** Whether it is added to the books or subtracted. */
  sign?: 1 | -1;
  isTotal?: boolean;
  items?: readonly ReconciliationItem[] | undefined;
  /** How many there are, if not all are shown. */
  count?: number | undefined;
};

function Row({ label, about, amount, sign, isTotal = false, items, count }: RowProps) {
  const text = useTranslations("reconciliation");
  const all = count ?? items?.length ?? 0;
  const untold = all - (items?.length ?? 0);
  const head = (
    <span className="flex min-h-11 w-full items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className={isTotal ? "font-semibold" : ""}>
          {sign !== undefined && (
            <span className="text-muted">{`${text(sign === 1 ? "plus" : "minus")} `}</span>
          )}
          {label}
        </span>
        {about !== undefined && <span className="block text-sm text-muted">{about}</span>}
        {items !== undefined && (
          <span className="flex items-center gap-1 text-sm text-muted">
            {items.length === 0 ? text("noItems") : text("items", { count: all })}
            {items.length > 0 && (
              <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
            )}
          </span>
        )}
      </span>
      <Money amount={amount} className={`shrink-0 ${isTotal ? "font-semibold" : ""}`} />
    </span>
  );
  const line = isTotal ? "border-t-3 border-double border-edge" : "border-t border-line";
  if (items === undefined || items.length === 0)
    return <div className={`${line} first:border-t-0`}>{head}</div>;
  return (
    <details className={`group ${line}`}>
      <summary className="cursor-pointer list-none">{head}</summary>
      <Items items={items} />
      {untold > 0 && <p className="mb-3 text-sm text-muted">{text("more", { count: untold })}</p>}
    </details>
  );
}

function Items({ items }: { items: readonly ReconciliationItem[] }): ReactNode {
  return (
    <ul className="mb-3 space-y-2 border-s-2 border-line ps-3 text-sm">
      {items.map(({ kind, id, date, amount, reference, description, member }) => (
        <li key={`${kind} ${id}`} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {member !== null && <span className="block font-semibold">{member.full_name}</span>}
            <span className="block">{description}</span>
            <span className="block text-muted">
              {[formatDay(date), reference].filter(Boolean).join(" · ")}
            </span>
          </span>
          <Money amount={amount} className="shrink-0" />
        </li>
      ))}
    </ul>
  );
}

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
          <ReasonField
            control={form.control}
            name="reason"
            label={text("reason")}
            help={text("reasonHelp")}
            optional={!needsReason}
            required={text("reasonRequired")}
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
