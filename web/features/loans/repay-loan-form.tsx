import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslations } from "use-intl";
import { debtPayment } from "#contract/money-fields.ts";
import { payLoan, type Loan } from "#endpoints/loans.ts";
import { formatKes, parseKes, toKes, type Cents } from "#domain/money.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useCorrection } from "#web/api/stored/correction.ts";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { useAction } from "#web/api/use-action.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";
import { Money, unbroken } from "#web/ui/money.tsx";
import { ReferenceField } from "#web/ui/field.tsx";
import { formatDay } from "#web/ui/day.ts";
import type { Payable } from "./payable.ts";

type RepayLoanFormProps = {
  loan: Loan;
  payable: Payable;
  /** Filled in as the amount. */
  offeredCents: Cents | undefined;
  /** The monthly amount that repays it in time; undefined if it is unknown or everything is due. */
  aMonthCents: Cents | undefined;
  /** Where to pay the group. */
  head: ReactNode;
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

const fillClass = "-ms-2 me-4 px-2! text-sm underline underline-offset-4";

type Fields = { amount_paid: string; payment_Reference_Code: string };

/** Pay Now (SCR-14): a repayment of one's own loan, which both offices then approve. */
export function RepayLoanForm(props: RepayLoanFormProps) {
  const { loan, payable, offeredCents, aMonthCents, head, onPaid, onShowReceipt } = props;
  const text = useTranslations("loans");
  const typed = useCorrection("loan", loan.loan_id);
  const pay = useAction(payLoan, {
    payment: {
      kind: "loan",
      loan: { id: loan.loan_id, name: loan.loan_name },
      replaces: typed?.id,
    },
    toastAction: ({ loan_payment }) => ({
      label: text("viewReceipt"),
      onPress: () => onShowReceipt(loan_payment.payment_id),
    }),
  });
  const form = useForm<Fields>({
    resolver: validatedBy(debtPayment),
    mode: "onTouched",
    defaultValues: {
      amount_paid: offeredCents === undefined ? "" : String(toKes(offeredCents)),
      payment_Reference_Code: "",
      ...typed?.body,
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty || typed !== null);
  const forget = useDraft(form, `loan ${loan.loan_id} ${typed?.id ?? ""}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const { payableCents, waitingCents } = payable;
  const most = formatKes(payableCents);
  const submit = form.handleSubmit(async (fields) => {
    const amount = parseKes(fields.amount_paid);
    if (typeof amount === "bigint" && amount > payableCents) {
      const message = text("tooMuch", { amount: most });
      return form.setError("amount_paid", { type: "max", message }, { shouldFocus: true });
    }
    const outcome = await pay.run({ params: { id: loan.loan_id }, body: fields });
    if (outcome.ok || outcome.error.stored) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const fill = (cents: Cents) =>
    form.setValue("amount_paid", String(toKes(cents)), { shouldDirty: true, shouldValidate: true });

  const fillIn = ({ code, amountCents }: MpesaClaim) => {
    fill(amountCents);
    form.setValue("payment_Reference_Code", code, { shouldDirty: true, shouldValidate: true });
  };

  return (
    <Form onSubmit={submit}>
      <div>
        <AmountField
          control={form.control}
          name="amount_paid"
          label={text("amountPaid")}
          help={
            waitingCents === 0n
              ? text("payableHelp", { amount: most })
              : text("payableWaitingHelp", { amount: most, waiting: formatKes(waitingCents) })
          }
        />
        <Button variant="quiet" className={fillClass} onClick={() => fill(payableCents)}>
          {text("payAll")}
        </Button>
        {aMonthCents !== undefined && aMonthCents < payableCents && (
          <Button variant="quiet" className={fillClass} onClick={() => fill(aMonthCents)}>
            {text("payMonth", { amount: formatKes(aMonthCents) })}
          </Button>
        )}
      </div>
      <Facts
        facts={[
          { label: loan.loan_name, value: <StatusBadge status={loan.status} /> },
          { label: text("balance"), value: <Money amount={loan.current_balance} /> },
          ...(loan.expiry_date === null
            ? []
            : [{ label: text("due"), value: formatDay(loan.expiry_date) }]),
        ]}
      />
      <p className="text-muted">{text("repayIntro")}</p>
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <ReferenceField
        label={text("reference")}
        help={text("referenceHelp")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code")}
      />
      <FormFoot>
        <Summary control={form.control} loan={loan} payableCents={payableCents} />
        <Button type="submit" busy={pay.busy} className="flex-none">
          {text("submitPayment")}
        </Button>
      </FormFoot>
    </Form>
  );
}

type SummaryProps = { control: Control<Fields>; loan: Loan; payableCents: Cents };

/** What will happen, with the exact amounts, beside the button that does it (SCR-24). */
function Summary({ control, loan, payableCents }: SummaryProps) {
  const text = useTranslations("loans");
  const amount = parseKes(useWatch({ control, name: "amount_paid" }));
  if (typeof amount !== "bigint" || amount <= 0n)
    return <p className="text-sm text-muted">{text("paySummaryEmpty")}</p>;
  if (amount > payableCents)
    return (
      <p className="text-sm text-muted">
        {unbroken(text("tooMuch", { amount: formatKes(payableCents) }))}
      </p>
    );
  // Waiting payments count as approved: they cannot be paid again.
  const left = payableCents - amount;
  const values = {
    amount: formatKes(amount),
    loan: loan.loan_name,
    left: formatKes(left),
  };
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="font-semibold">
        {unbroken(text(left === 0n ? "paySummaryAll" : "paySummary", values))}
      </strong>{" "}
      <span className="text-muted">{text("paySummaryNote")}</span>
    </p>
  );
}
