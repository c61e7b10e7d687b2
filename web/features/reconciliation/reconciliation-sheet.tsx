// The books, the statements, and the differences between them, line by line (STAT-30).
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import {
  type Reconciliation,
  type ReconciliationItem,
  acceptReconciliation,
} from "#endpoints/reconciliation.ts";
import { whyNotAlso } from "#domain/approvals/both-offices.ts";
import type { ApprovingOffice } from "#domain/approvals/two-officials.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
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
        <Row key={label} label={label} sign={sign} amount={figure.total} figure={figure} />
      ))}
      <Row
        isTotal
        label={text("shouldBe")}
        amount={sumKes([read.statements_total, -read.difference])}
      />
      {read.accounts.map(({ id, name, closing, covered_to, covered_by_word_of: by }) => {
        const date = covered_to === null ? "" : formatDay(covered_to);
        const about =
          by === null
            ? text("covered", { date })
            : text("coveredByWord", { date, name: by.full_name });
        return (
          <Row
            key={id}
            label={name}
            about={covered_to === null ? undefined : about}
            amount={closing ?? 0}
          />
        );
      })}
      <Row isTotal label={text("statements")} amount={read.statements_total} />
      <Row isTotal label={text("difference")} amount={read.difference} />
      {read.differing !== undefined && read.differing.length > 0 && (
        <>
          <Row label={text("differing")} amount={read.difference} />
          <Items items={read.differing} />
        </>
      )}
    </Card>
  );
}

/** Receipts on two lines, payments that two members claim, and lines set aside; nothing if there are none. */
export function ReceiptsInDoubt({ sentences }: { sentences: readonly string[] }) {
  const text = useTranslations("reconciliation");
  if (sentences.length === 0) return null;
  return (
    <Card title={text("receiptsInDoubt")}>
      <ul className="list-disc space-y-2 ps-5">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
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
  figure?: Figure | undefined;
};

type Figure = Reconciliation["in_not_booked"];

function Row({ label, about, amount, sign, isTotal = false, figure }: RowProps) {
  const text = useTranslations("reconciliation");
  const hasItems = (figure?.items?.length ?? 0) > 0;
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
        {figure !== undefined && <Parts figure={figure} />}
        {hasItems && (
          <span className="flex items-center gap-1 text-sm text-muted">
            {text("items", { count: figure?.count ?? 0 })}
            <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
          </span>
        )}
      </span>
      <Money amount={amount} className={`shrink-0 ${isTotal ? "font-semibold" : ""}`} />
    </span>
  );
  const line = isTotal ? "border-t-3 border-double border-edge" : "border-t border-line";
  if (figure === undefined || !hasItems)
    return <div className={`${line} first:border-t-0`}>{head}</div>;
  return (
    <details className={`group ${line}`} open={figure.open.count > 0}>
      <summary className="cursor-pointer list-none">{head}</summary>
      <Listed title={text("openItems")} items={figure.open.items ?? []} count={figure.open.count} />
      <Listed
        title={text("settledItems")}
        items={settledOf(figure)}
        count={figure.settled_since.count}
      />
    </details>
  );
}

/** How much of a list was settled since, and how much is open (STAT-37). */
function Parts({ figure: { settled_since: settled, open, total } }: { figure: Figure }) {
  const text = useTranslations("reconciliation");
  if (total === 0) return <span className="block text-sm text-muted">{text("noItems")}</span>;
  const facts = (part: typeof settled) => ({ ...part, amount: formatMoney(part.total) });
  return (
    <>
      {open.count > 0 && (
        <span className="block text-sm font-semibold text-bad">{text("open", facts(open))}</span>
      )}
      {settled.count > 0 && (
        <span className="block text-sm text-muted">{text("settled", facts(settled))}</span>
      )}
    </>
  );
}

/** The items of the list that are not open. */
function settledOf({ items = [], open }: Figure): readonly ReconciliationItem[] {
  const left = new Set(open.items?.map(keyOf));
  return items.filter((item) => !left.has(keyOf(item)));
}

const keyOf = ({ kind, id }: ReconciliationItem) => `${kind} ${id}`;

type ListedProps = { title: string; items: readonly ReconciliationItem[]; count: number };

function Listed({ title, items, count }: ListedProps) {
  const text = useTranslations("reconciliation");
  if (items.length === 0) return null;
  const untold = count - items.length;
  return (
    <>
      <p className="mt-1 mb-2 text-sm font-semibold">{title}</p>
      <Items items={items} />
      {untold > 0 && <p className="mb-3 text-sm text-muted">{text("more", { count: untold })}</p>}
    </>
  );
}

function Items({ items }: { items: readonly ReconciliationItem[] }): ReactNode {
  const text = useTranslations("reconciliation");
  return (
    <ul className="mb-3 space-y-2 border-s-2 border-line ps-3 text-sm">
      {items.map((item) => (
        <li key={keyOf(item)} className="flex justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            {item.member !== null && (
              <span className="block font-semibold">{item.member.full_name}</span>
            )}
            <span className="block">{item.description}</span>
            <span className="block text-muted">
              {[formatDay(item.date), item.reference, item.waits && text("itemWaits")]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Money amount={item.amount} className="shrink-0" />
        </li>
      ))}
    </ul>
  );
}

type VerdictProps = { read: Reconciliation; date: NonNullable<Reconciliation["date"]> };
type UnexplainedProps = { sentences: readonly string[]; linksToLines: boolean };

/** First what is not explained, the largest first; then who accepted the day, and who has not yet (STAT-37). */
export function ReconciliationVerdict({
  read,
  date,
  linksToLines,
}: VerdictProps & Pick<UnexplainedProps, "linksToLines">) {
  const text = useTranslations("reconciliation");
  const { reopened, explained, accepted } = read;
  const isByBoth = accepted.length === 2;
  return (
    <div className="space-y-3">
      {reopened !== undefined && (
        <Alert tone="bad" title={text("reopened", { at: formatMomentAndTime(reopened.at) })}>
          {reopened.why}
        </Alert>
      )}
      {explained && !isByBoth && (
        <Alert tone="good" title={text("explained")}>
          {text("explainedText", {
            bank: formatMoney(read.statements_total),
            books: formatMoney(read.books),
            same: String(read.statements_total === read.books),
          })}
        </Alert>
      )}
      {!explained && <Unexplained sentences={read.unexplained} linksToLines={linksToLines} />}
      <Accepted read={read} date={date} />
    </div>
  );
}

function Unexplained({ sentences: [first, ...others], linksToLines }: UnexplainedProps) {
  const text = useTranslations("reconciliation");
  return (
    <Alert
      tone="bad"
      title={first ?? text("notAgreed")}
      action={
        linksToLines && (
          <Link to="/dashboard/accounting/statements/lines" className={buttonClass("secondary")}>
            {text("toLines")}
          </Link>
        )
      }
    >
      {others.length > 0 && (
        <ul className="mt-1 space-y-1">
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

function Accepted({ read, date }: VerdictProps) {
  const text = useTranslations("reconciliation");
  const { offices } = useUiTexts();
  const { accepted, explained } = read;
  const words = accepted.map(({ office, by, at }) => (
    <p key={office}>
      {text("acceptedBy", {
        office: offices[office],
        name: by.full_name,
        at: formatMomentAndTime(at),
      })}
    </p>
  ));
  const day = { date: formatDay(date) };
  if (accepted.length === 2)
    return explained ? (
      <Alert tone="good" title={text("bothAgree", day)}>
        {words}
      </Alert>
    ) : (
      <Alert
        tone="waiting"
        title={text("acceptedOpen", { ...day, amount: formatMoney(read.open_total) })}
      >
        {words}
      </Alert>
    );
  const missing = (["Treasurer", "Sec-Gen"] as const).filter((office) =>
    accepted.every((each) => each.office !== office),
  );
  return (
    <Alert tone="waiting" title={text("waits")}>
      {words}
      {missing.map((office) => (
        <p key={office}>{text("waitsFor", { office: offices[office] })}</p>
      ))}
      {read.own_item && <p>{text("own")}</p>}
      {read.agreed !== null && <p className="mt-1 font-semibold">{read.agreed}</p>}
    </Alert>
  );
}

type AcceptFormProps = {
  read: Reconciliation;
  date: NonNullable<Reconciliation["date"]>;
  office: ApprovingOffice;
  actorId: number;
};

/** An office accepts these figures (STAT-33); what is not explained needs a reason (STAT-32). */
export function AcceptForm({ read, date, office, actorId }: AcceptFormProps) {
  const text = useTranslations("reconciliation");
  const { offices } = useUiTexts();
  const accept = useAction(acceptReconciliation);
  const form = useForm({ defaultValues: { reason: "" } });
  const amount = formatMoney(read.difference);
  const earlier = read.accepted.map((each) => ({ office: each.office, byId: each.by.id }));
  if (whyNotAlso(earlier, { office, id: actorId }) !== null)
    return <p className="text-muted">{text("youAccepted")}</p>;
  const open = formatMoney(read.open_total);
  // The opening difference is accepted with a reason once; before the first agreed day, not by both yet.
  const needsReason = !read.explained || (read.opening_difference !== 0 && read.agreed_to === null);
  const asksReason = needsReason || read.opening_difference !== 0;

  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await accept.run({
      body: {
        date,
        difference_seen: read.difference,
        open_seen: read.open_count,
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
        <div className="flex flex-col gap-3 sm:items-start">
          <p className="text-sm font-semibold">
            {read.open_count === 0
              ? text("acceptText", { date: formatDay(date), amount })
              : text("acceptOpenText", {
                  date: formatDay(date),
                  amount,
                  open,
                  count: read.open_count,
                })}
          </p>
          <Button type="submit" busy={accept.busy}>
            {read.open_count === 0 ? text("submit", { amount }) : text("submitOpen", { open })}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
