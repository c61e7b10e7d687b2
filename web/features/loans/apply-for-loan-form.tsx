import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { loanApplication } from "#contract/money-fields.ts";
import type { GroupSettingsView } from "#contract/group.ts";
import { applyForLoan, type Loan } from "#endpoints/loans.ts";
import { addMonths, type PlainDate } from "#domain/calendar.ts";
import { flatInterest } from "#domain/loans.ts";
import { formatKes, parseKes, type Cents, toKes } from "#domain/money.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { today, formatDay } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Money, unbroken } from "#web/ui/money.tsx";

type ApplyForLoanFormProps = {
  /** Undefined if they could not be read: then only the server checks. */
  settings: GroupSettingsView | undefined;
  limitCents: Cents;
  /** Bank and interest receivable (REP-7). */
  groupBalanceCents: Cents | undefined;
  /** Types with a waiting application: one for each type at a time (LOAN-6). */
  waitingTypes: readonly Loan["loan_type"][];
  onApplied: () => void;
};

type Fields = { amount: string; loan_type: Loan["loan_type"] };

const types = ["normal_loan", "emergency_loan"] as const;

/** Apply for Loan (SCR-14): shows the cost of the loan while typing. */
export function ApplyForLoanForm(props: ApplyForLoanFormProps) {
  const { settings, limitCents, groupBalanceCents, waitingTypes, onApplied } = props;
  const text = useTranslations("loans");
  const apply = useAction(applyForLoan);
  const form = useForm<Fields>({
    resolver: validatedBy(loanApplication),
    mode: "onTouched",
    defaultValues: {
      amount: "",
      loan_type: types.find((type) => !waitingTypes.includes(type)) ?? "normal_loan",
    },
  });
  const { errors, isDirty } = form.formState;
  const typed = useWatch({ control: form.control });
  useUnsaved(isDirty);
  const forget = useDraft(form, "apply for a loan");
  useFirstFocus(() => form.setFocus("amount"));

  const amount = parseKes(typed.amount);
  const amountCents = typeof amount === "bigint" && amount > 0n ? amount : null;
  const isAboveBalance =
    amountCents !== null && groupBalanceCents !== undefined && amountCents > groupBalanceCents;
  const isAboveLimit = amountCents !== null && amountCents > limitCents;
  const mostCents =
    groupBalanceCents !== undefined && groupBalanceCents < limitCents
      ? groupBalanceCents
      : limitCents;
  const cost =
    amountCents === null || settings === undefined
      ? null
      : costOf(amountCents, termsOf(settings, typed.loan_type ?? "normal_loan"), today());

  const submit = form.handleSubmit(async (fields) => {
    // LOAN-5: nothing is submitted.
    if (isAboveBalance) return form.setFocus("amount");
    const outcome = await apply.run({ body: fields });
    if (outcome.ok) {
      forget();
      onApplied();
    } else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Form onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField control={form.control} name="amount" label={text("amountWanted")} />
        <SelectField
          label={text("loanType")}
          options={types.map((type) => ({
            value: type,
            label: waitingTypes.includes(type)
              ? text("alreadyWaiting", { type: text(type) })
              : text(type),
            disabled: waitingTypes.includes(type),
          }))}
          error={errors.loan_type?.message}
          {...form.register("loan_type")}
        />
      </div>
      {isAboveBalance && (
        <Alert live tone="bad" title={text("aboveBalance")}>
          {text("aboveBalanceText", { amount: formatKes(groupBalanceCents) })}
        </Alert>
      )}
      {isAboveLimit && !isAboveBalance && (
        <Alert live tone="waiting" title={text("aboveLimit", { limit: formatKes(limitCents) })}>
          {text("aboveLimitText")}
        </Alert>
      )}
      <LoanCost
        limitCents={limitCents}
        cost={cost}
        terms={settings && termsOf(settings, typed.loan_type ?? "normal_loan")}
      />
      <FormFoot>
        {isAboveBalance ? (
          <p className="text-sm text-muted">
            {unbroken(text("summaryAtMost", { amount: formatKes(mostCents) }))}
          </p>
        ) : (
          <LoanSummary amountCents={amountCents} cost={cost} limitCents={limitCents} />
        )}
        <Button type="submit" busy={apply.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

type Cost = ReturnType<typeof costOf>;

type LoanCostProps = {
  limitCents: Cents;
  /** Null until an amount is typed. */
  cost: Cost | null;
  terms: LoanTerms | undefined;
};

/** Limit, interest, total and due date of the loan being typed. */
function LoanCost({ limitCents, cost, terms }: LoanCostProps) {
  const text = useTranslations("loans");
  return (
    <Facts
      facts={[
        { label: text("limit"), value: <Money amount={toKes(limitCents)} /> },
        {
          label: text("interest"),
          value:
            cost !== null ? (
              <Money amount={toKes(cost.interestCents)} />
            ) : (
              terms && text("rate", { rate: String(terms.rate) })
            ),
        },
        {
          label: text("total"),
          value: cost === null ? "–" : <Money amount={toKes(cost.totalCents)} />,
        },
        {
          label: text("due"),
          value:
            cost !== null
              ? formatDay(cost.due)
              : terms === undefined
                ? "–"
                : text("term", { count: terms.months }),
        },
      ]}
    />
  );
}

type LoanSummaryProps = { amountCents: Cents | null; cost: Cost | null; limitCents: Cents };

/** What will happen, with the exact amounts, beside the button that does it (SCR-24). */
function LoanSummary({ amountCents, cost, limitCents }: LoanSummaryProps) {
  const text = useTranslations("loans");
  if (amountCents === null || cost === null)
    return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  const amount = formatKes(amountCents);
  if (amountCents > limitCents)
    return (
      <p aria-live="polite" className="text-sm font-semibold">
        {unbroken(text("summaryRejected", { amount, limit: formatKes(limitCents) }))}
      </p>
    );
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="block font-semibold">
        {unbroken(
          text("summary", {
            amount,
            interest: formatKes(cost.interestCents),
            due: formatDay(cost.due),
          }),
        )}
      </strong>{" "}
      <span className="text-muted">{text("summaryNote")}</span>
    </p>
  );
}

/** The group's terms for a type of loan: percent of the amount, and months to repay in. */
type LoanTerms = { rate: number; months: number };

function termsOf(settings: GroupSettingsView, type: Loan["loan_type"]): LoanTerms {
  return type === "normal_loan"
    ? { rate: settings.normal_loan_rate, months: settings.normal_loan_term_months }
    : { rate: settings.emergency_loan_rate, months: settings.emergency_loan_term_months };
}

/** The cost of a loan of that amount, disbursed on `day` (LOAN-2). */
function costOf(amountCents: Cents, { rate, months }: LoanTerms, day: PlainDate) {
  const interestCents = flatInterest(amountCents, Math.round(rate * 100));
  return { interestCents, totalCents: amountCents + interestCents, due: addMonths(day, months) };
}
