import { ChevronLeft, ChevronRight } from "lucide-react";
import { useId, type ReactNode } from "react";
import { useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { Evidence } from "#contract/approvals.ts";
import { approveTogether } from "#endpoints/approvals.ts";
import { personName } from "#domain/members/person-name.ts";
import type { Office } from "#domain/permissions.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, Money, sumKes, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import {
  evidenceLooks,
  isSecond,
  otherOffice,
  type Details,
  kinds,
  lacksEvidence,
  ReferenceNote,
  type Waiting,
  type ApprovalKind,
} from "./waiting-kinds.tsx";

type Action = "" | "approved" | "rejected";

type DecisionProps = {
  kind: ApprovalKind;
  item: Waiting;
  office: Office | null;
  /** Who decides. */
  callerId: number;
  onDecided: () => void;
  /** To the item before and after it in the list; undefined if there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

type Fields = {
  action: Action;
  reject_reason: string;
  approve_reason: string;
  /** With the other payments of one sum (PAY-35). */
  together: boolean;
};

/** One office's decision on one item of any kind (PAY-11), once its details are loaded. */
export function Decision(props: DecisionProps) {
  const { details, failed } = kinds[props.kind].useDetails(props.item);
  if (failed !== null) return <LoadProblem detail={failed.detail} onRetry={failed.retry} />;
  if (details === undefined) return <Skeleton className="h-96" />;
  return <DecisionForm {...props} details={details} />;
}

function DecisionForm(props: DecisionProps & { details: Details }) {
  const { kind, item, office, details, onDecided } = props;
  const { facts = [], values = {}, asksForEvidence = false, approving } = details;
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const endpoint = kinds[kind].decide;
  const decide = useAction(endpoint);
  const form = useForm<Fields>({
    defaultValues: { action: "", reject_reason: "", approve_reason: "", together: false },
  });
  const { errors, isDirty } = form.formState;
  const [action, isTogether] = useWatch({ control: form.control, name: ["action", "together"] });
  const approveAll = useAction(approveTogether);
  const sum = sumOf(kind, item);
  useUnsaved(isDirty);
  const forget = useDraft(form, `${endpoint.path} ${item.id}`);
  useFirstFocus(() => form.setFocus("action"));

  const submit = form.handleSubmit(async (fields) => {
    if (sum !== null && fields.action === "approved" && fields.together) {
      const body = { items: sum.items, approve_reason: fields.approve_reason };
      const all = await approveAll.run({ body });
      if (all.ok) {
        forget();
        onDecided();
      } else showFieldErrors(form, all.error.errors);
      return;
    }
    const outcome = await decide.run({
      params: { id: item.id },
      body: {
        action: fields.action,
        amount_seen: item.amount,
        reject_reason: fields.action === "rejected" ? fields.reject_reason : undefined,
        approve_reason: fields.action === "approved" ? fields.approve_reason : undefined,
      },
    });
    if (outcome.ok) {
      forget();
      onDecided();
    } else showFieldErrors(form, outcome.error.errors);
  });

  // Also if the server demands it, as when the setting changed meanwhile.
  const needsReason = lacksEvidence(item, asksForEvidence) || errors.approve_reason !== undefined;
  const money = formatMoney(item.amount);
  const approval = isSecond(item, office) ? "second" : "first";
  const sentence = action === "" ? "choose" : action === "rejected" ? "reject" : approval;
  const summary = text(`${kind}.${sentence}`, {
    month: "",
    loan: "",
    rotation: "",
    fund: "",
    total: "",
    months: 0,
    due: "",
    ...item.values,
    ...values,
    amount: money,
    member: item.member.full_name,
    other: offices[otherOffice(item, office)],
  });
  return (
    <Form onSubmit={submit}>
      <Note item={item} office={office} callerId={props.callerId} />
      <div>
        <Money amount={item.amount} size="hero" />
        <Facts
          facts={[
            { label: text("member"), value: item.member.full_name },
            { label: text("regNumber"), value: item.member.reg_number },
            ...item.facts,
            ...facts,
            ...(item.reference === null
              ? []
              : [{ label: text("reference"), value: <ReferenceNote payment={item.reference} /> }]),
          ]}
        />
      </div>
      {item.evidence !== null && <EvidenceNote evidence={item.evidence} />}
      <ActionField
        error={errors.action?.message}
        field={form.register("action", { required: text("actionRequired") })}
      />
      {action === "approved" && approving}
      {action === "approved" && sum !== null && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-brand"
            {...form.register("together")}
          />
          <span>{unbroken(text("approveSum", { amount: formatMoney(sum.amount) }))}</span>
        </label>
      )}
      {action === "approved" && needsReason && (
        <ReasonField
          control={form.control}
          name="approve_reason"
          label={text("approveReason")}
          help={text("approveReasonHelp")}
          required={text("approveReasonRequired")}
        />
      )}
      {action === "rejected" && (
        <ReasonField
          control={form.control}
          name="reject_reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p aria-live="polite" className="text-sm font-semibold">
          {unbroken(summary)}
        </p>
        <div className="flex flex-wrap items-center gap-2 sm:flex-nowrap">
          <Step
            onPress={props.onPrevious}
            label={text("previous")}
            icon={<ChevronLeft aria-hidden />}
          />
          <Step onPress={props.onNext} label={text("next")} icon={<ChevronRight aria-hidden />} />
          <Button
            type="submit"
            variant={action === "rejected" ? "danger" : "primary"}
            busy={decide.busy || approveAll.busy}
            className="grow max-sm:basis-full max-sm:order-first sm:ms-auto sm:grow-0"
          >
            {action === "approved"
              ? text("submitApprove", {
                  amount: sum !== null && isTogether ? formatMoney(sum.amount) : money,
                })
              : action === "rejected"
                ? text("submitReject", { amount: money })
                : text("submit")}
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** All payments of the member with this reference, and what they come to; null for a single one. */
function sumOf(kind: ApprovalKind, { id, amount, reference }: Waiting) {
  const others = reference?.reference_also_on ?? [];
  if (kind === "loan_application" || others.length === 0) return null;
  const items = [{ kind, id, amount }, ...others].map((each) => ({
    kind: each.kind,
    id: each.id,
    amount_seen: each.amount,
  }));
  return { items, amount: sumKes([amount, ...others.map((each) => each.amount)]) };
}

/** Shown if the item is an official's own (PAY-12), or if they act for an office (LOAN-8). */
function Note({ item, office, callerId }: Pick<DecisionProps, "item" | "office" | "callerId">) {
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  if (item.acting_for !== null)
    return (
      <Alert tone="note" title={text("inPlace", { office: offices[item.acting_for] })}>
        {text("inPlaceText", { member: item.member.full_name })}
      </Alert>
    );
  if (item.own_item && item.member.id !== callerId) {
    const by = offices[otherOffice(item, office)];
    return (
      <Alert tone="waiting" title={text("ownDecided", { office: by })}>
        {text("ownDecidedText", { member: personName(item.member), office: by })}
      </Alert>
    );
  }
  if (!item.own_item || item.loan !== null) return null;
  return (
    <Alert tone="note" title={text("own")}>
      {text("ownText")}
    </Alert>
  );
}

/** In the dialog: the sentence, and the line with its day, amount and details. */
function EvidenceNote({ evidence }: { evidence: Evidence }) {
  const text = useTranslations("approvals");
  const { state, reason, line, uploaded_by: uploader, set_aside: aside } = evidence;
  const { Icon, colour } = evidenceLooks[state];
  return (
    <div className="rounded-control border border-line bg-sunken p-3">
      <p className={`flex items-start gap-2 font-semibold ${colour}`}>
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>{unbroken(reason)}</span>
      </p>
      {line !== undefined && (
        <dl className="mt-2 text-sm">
          <dt className="sr-only">{text("evidenceLine")}</dt>
          <dd className="flex flex-wrap justify-between gap-x-4">
            <span>{line.at.length > 10 ? formatMomentAndTime(line.at) : formatDay(line.at)}</span>
            <span className="font-semibold tabular-nums">{formatMoney(line.amount)}</span>
          </dd>
          <dd className="wrap-anywhere text-muted">
            {[line.reference, line.details].filter(Boolean).join(" · ")}
          </dd>
          {uploader !== undefined && (
            <dd className="text-muted">{text("uploadedBy", { name: uploader.full_name })}</dd>
          )}
          {aside !== undefined && (
            <dd className="wrap-anywhere text-waiting">
              {text("setAside", { name: aside.by.full_name, reason: aside.reason })}
            </dd>
          )}
        </dl>
      )}
    </div>
  );
}

type StepProps = { onPress: (() => void) | undefined; label: string; icon: ReactNode };

function Step({ onPress, label, icon }: StepProps) {
  return (
    <Button
      variant="secondary"
      disabled={onPress === undefined}
      onClick={onPress}
      icon={icon}
      className="grow sm:grow-0"
    >
      {label}
    </Button>
  );
}

type ActionFieldProps = { field: UseFormRegisterReturn; error: string | undefined };

/** Two large choices side by side: one press, or an arrow key (SCR-24). */
export function ActionField({ field, error }: ActionFieldProps) {
  const text = useTranslations("approvals");
  const id = useId();
  const choices = [
    {
      value: "approved",
      label: text("approve"),
      look: "has-checked:border-brand has-checked:bg-brand-soft",
    },
    {
      value: "rejected",
      label: text("reject"),
      look: "has-checked:border-bad has-checked:bg-bad-ground",
    },
  ];
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      className="flex flex-col gap-1.5"
    >
      <span id={`${id}-label`} className="text-sm font-semibold">
        {text("action")}
      </span>
      <div className="grid grid-cols-2 gap-3">
        {choices.map(({ value, label, look }) => (
          <label
            key={value}
            className={`flex min-h-14 cursor-pointer items-center justify-center gap-3 rounded-control border border-edge px-3 font-semibold has-focus-visible:outline-2 ${look}`}
          >
            <input type="radio" value={value} className="size-5 accent-brand" {...field} />
            {label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
