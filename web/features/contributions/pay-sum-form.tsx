// One sum for all that is owed (PAY-35): it is split as shown, the oldest first, and a person may change the split.
import { CONTRIBUTION, FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { paySum } from "#endpoints/pay-sum.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { lastMonthOf, splitSum } from "#domain/payments/split-sum.ts";
import { normaliseReference } from "#domain/payments/pay-to.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useCorrection } from "#web/api/stored/correction.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMonths, today } from "#web/ui/day.ts";
import { ReferenceField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { fieldAmount, readPositive } from "#web/ui/money-field.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";
import { unbroken } from "#web/ui/money.tsx";

/** One thing that is owed. */
export type SumDebt = { key: string; cents: Cents } & (
  | { kind: typeof CONTRIBUTION; month: PlainDate; paidCents: Cents; monthlyCents: Cents }
  | { kind: typeof FINE_PAYMENT }
  | { kind: typeof LOAN_PAYMENT; loanId: number; loanName: string }
);

type PaySumFormProps = {
  /** The oldest first. */
  debts: readonly SumDebt[];
  /** Where to pay the group, and what waits already. */
  head: ReactNode;
  onPaid: () => void;
};

type Fields = {
  amount_paid: string;
  payment_date: string;
  payment_Reference_Code: string;
  parts: Record<string, string>;
};

export function PaySumForm({ debts, head, onPaid }: PaySumFormProps) {
  const text = useTranslations("paying");
  const typed = useCorrection("sum");
  const pay = useAction(paySum, { payment: { kind: "sum", replaces: typed?.id } });
  const all = debts.reduce((sum, { cents }) => sum + cents, 0n);
  const form = useForm<Fields>({
    mode: "onTouched",
    defaultValues: {
      amount_paid: fieldAmount(all),
      payment_date: today(),
      payment_Reference_Code: "",
      parts: splitInFields(debts, all),
      ...(typed === null ? {} : typedBefore(debts, typed.body)),
    },
  });
  const { errors, isDirty } = form.formState;
  const fields = useWatch({ control: form.control }) as Fields;
  // Until a part is changed by hand, the parts follow the amount.
  const [isByHand, setByHand] = useState(typed !== null);
  useUnsaved(isDirty || typed !== null);
  const forget = useDraft(form, `sum ${typed?.id ?? ""}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const amount = readPositive(fields.amount_paid);
  const split = (cents: Cents | null) => {
    setByHand(false);
    form.setValue("parts", splitInFields(debts, cents ?? 0n), { shouldDirty: true });
    form.clearErrors("amount_paid");
  };
  const parts = debts.map((debt) => ({
    debt,
    cents: readPositive(fields.parts[debt.key] ?? "") ?? 0n,
  }));
  const together = parts.reduce((sum, { cents }) => sum + cents, 0n);
  const isWhole = amount !== null && together === amount;

  const submit = form.handleSubmit(async (sent) => {
    if (!isWhole) return;
    const paid = parts.filter(({ cents }) => cents > 0n);
    const outcome = await pay.run({
      body: {
        amount_paid: sent.amount_paid,
        payment_date: `${sent.payment_date}T00:00:00+03:00`,
        payment_Reference_Code: sent.payment_Reference_Code,
        parts: paid.map(({ debt, cents }) => toPart(debt, cents)),
      },
    });
    if (outcome.ok || outcome.error.stored) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const fillIn = ({ code, amountCents, at }: MpesaClaim) => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue("amount_paid", fieldAmount(amountCents), options);
    form.setValue("payment_date", at.slice(0, 10), options);
    form.setValue("payment_Reference_Code", code, options);
    split(amountCents);
  };

  return (
    <Form onSubmit={submit}>
      <AmountField
        control={form.control}
        name="amount_paid"
        rules={{
          validate: (value) => readPositive(value) !== null || text("nothing"),
          onChange: (event: { target: { value: string } }) => {
            if (!isByHand) split(readPositive(event.target.value));
          },
        }}
        label={text("amount")}
      />
      <fieldset className="space-y-3">
        <legend className="mb-3 text-sm text-muted">{text("intro")}</legend>
        {parts.map(({ debt, cents }) => (
          <AmountField
            key={debt.key}
            control={form.control}
            name={`parts.${debt.key}`}
            rules={{ onChange: () => setByHand(true) }}
            label={nameOf(text, debt, cents)}
            help={text("owed", { amount: formatKes(debt.cents) })}
          />
        ))}
        {amount !== null && !isWhole && (
          <NotTheSum together={together} amount={amount} onSplit={() => split(amount)} />
        )}
      </fieldset>
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <DayField control={form.control} name="payment_date" label={text("date")} max={today()} />
      <ReferenceField
        label={text("reference")}
        help={text("referenceHelp")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code", {
          validate: (value) => normaliseReference(value) !== null || text("referenceHelp"),
        })}
      />
      <FormFoot>
        <Summary amount={amount} parts={parts} />
        <Button type="submit" busy={pay.busy} disabled={!isWhole} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

type NotTheSumProps = { together: Cents; amount: Cents; onSplit: () => void };

function NotTheSum({ together, amount, onSplit }: NotTheSumProps) {
  const text = useTranslations("paying");
  return (
    <Alert
      live
      tone="bad"
      title={text("notTheSum", { parts: formatKes(together), amount: formatKes(amount) })}
      action={
        <Button variant="secondary" onClick={onSplit}>
          {text("splitAgain")}
        </Button>
      }
    />
  );
}

type SummaryProps = { amount: Cents | null; parts: readonly { debt: SumDebt; cents: Cents }[] };

/** What the press reports, in words. */
function Summary({ amount, parts }: SummaryProps) {
  const text = useTranslations("paying");
  const paid = parts
    .filter(({ cents }) => cents > 0n)
    .map(({ debt, cents }) => `${nameOf(text, debt, cents)}: ${formatKes(cents)}`);
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="font-semibold">
        {amount === null
          ? text("nothing")
          : unbroken(text("summary", { amount: formatKes(amount), parts: paid.join("; ") }))}
      </strong>{" "}
      <span className="text-muted">{text("summaryOffices")}</span>
    </p>
  );
}

type Text = ReturnType<typeof useTranslations<"paying">>;

/** A contribution names the months that its amount reaches. */
function nameOf(text: Text, debt: SumDebt, cents: Cents): string {
  if (debt.kind === FINE_PAYMENT) return text("fines");
  if (debt.kind === LOAN_PAYMENT) return text("loan", { loan: debt.loanName });
  const last = lastMonthOf({ first: debt.month, ...debt, amountCents: cents });
  return text(last === debt.month ? "oneMonth" : "contributions", {
    months: formatMonths(debt.month, last),
  });
}

function toPart(debt: SumDebt, cents: Cents) {
  const part = { kind: debt.kind, amount_paid: fieldAmount(cents) };
  if (debt.kind === LOAN_PAYMENT) return { ...part, loan_id: debt.loanId };
  if (debt.kind === FINE_PAYMENT) return part;
  const last = lastMonthOf({ first: debt.month, ...debt, amountCents: cents });
  return { ...part, contribution_month: debt.month, contribution_month_to: last };
}

/** What is left over pays contributions ahead; without any the parts do not add up, and the form says so. */
function splitInFields(debts: readonly SumDebt[], sum: Cents): Record<string, string> {
  const at = debts.findIndex(({ kind }) => kind === CONTRIBUTION);
  const owed = debts.map(({ cents }) => cents);
  const { parts } = splitSum(sum, owed, { ahead: at === -1 ? null : at });
  return Object.fromEntries(
    debts.map(({ key }, index) => [key, parts[index] ? fieldAmount(parts[index]) : ""]),
  );
}

/** A stored payment as the fields that were typed. */
function typedBefore(debts: readonly SumDebt[], stored: object): Partial<Fields> {
  const {
    payment_date: date,
    parts,
    ...typed
  } = stored as Omit<Fields, "parts"> & {
    parts: { kind: string; amount_paid: string; loan_id?: number }[];
  };
  const partOf = (debt: SumDebt) =>
    parts.find(
      ({ kind, loan_id: loan }) =>
        kind === debt.kind && (debt.kind !== LOAN_PAYMENT || loan === debt.loanId),
    );
  return {
    ...typed,
    payment_date: date.slice(0, 10),
    parts: Object.fromEntries(debts.map((debt) => [debt.key, partOf(debt)?.amount_paid ?? ""])),
  };
}
