import { CONTRIBUTION } from "#domain/payments/payment-kinds.ts";
import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslations } from "use-intl";
import { contributionPayment } from "#contract/money-fields.ts";
import { payContribution } from "#endpoints/contributions.ts";
import { parsePlainDate, type PlainDate } from "#domain/calendar.ts";
import type { MonthsToPay } from "#domain/months-to-pay.ts";
import { lastMonthOf } from "#domain/payments/split-sum.ts";
import { formatKes, parseKes, toKes } from "#domain/money.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useCorrection } from "#web/api/stored/correction.ts";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay, formatMonth, formatMonths, today } from "#web/ui/day.ts";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";
import { ReferenceField, SelectField } from "#web/ui/field.tsx";

type PayContributionFormProps = {
  /** KES, as shown beside the amount. */
  monthlyContribution: number | undefined;
  /** KES, filled in as the amount. */
  offered: number | undefined;
  months: MonthsToPay;
  /** Where to pay the group, and what else this payment belongs to. */
  head: ReactNode;
  onPaid: () => void;
  onShowReceipt: (contributionId: number) => void;
};

type Fields = {
  amount_paid: string;
  contribution_month: string;
  payment_date: string;
  payment_Reference_Code: string;
};

export function PayContributionForm(props: PayContributionFormProps) {
  const { monthlyContribution, offered, months, head, onPaid, onShowReceipt } = props;
  const text = useTranslations("contributions");
  const typed = useCorrection(CONTRIBUTION);
  const pay = useAction(payContribution, {
    payment: { kind: CONTRIBUTION, replaces: typed?.id },
    toastAction: ({ contribution }) => ({
      label: text("viewReceipt"),
      onPress: () => onShowReceipt(contribution.contribution_id),
    }),
  });
  const form = useForm<Fields>({
    resolver: validatedBy(contributionPayment),
    mode: "onTouched",
    defaultValues: {
      amount_paid: offered === undefined ? "" : String(offered),
      contribution_month: months.next,
      payment_date: today(),
      payment_Reference_Code: "",
      ...(typed === null ? {} : typedBefore(typed.body)),
    },
  });
  const before = form.formState.defaultValues?.contribution_month ?? months.next;
  const offeredMonths = months.all.includes(before) ? months.all : [before, ...months.all];
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty || typed !== null);
  const forget = useDraft(form, typed === null ? CONTRIBUTION : `${CONTRIBUTION} ${typed.id}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await pay.run({
      body: {
        ...fields,
        ...severalMonths(fields, monthlyContribution),
        payment_date: startOfDay(fields.payment_date),
      },
    });
    if (outcome.ok || outcome.error.stored) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const fillIn = ({ code, amountCents, at }: MpesaClaim) => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue("amount_paid", String(toKes(amountCents)), options);
    form.setValue("payment_date", at.slice(0, 10), options);
    form.setValue("payment_Reference_Code", code, options);
  };

  return (
    <Form onSubmit={submit}>
      <AmountField
        control={form.control}
        name="amount_paid"
        label={text("amount")}
        help={
          monthlyContribution !== undefined &&
          text("amountHelp", { amount: formatMoney(monthlyContribution) })
        }
      />
      <p className="text-muted">{text("payIntro")}</p>
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={text("month")}
          options={offeredMonths.map((each) => ({
            value: each,
            label: formatMonth(each),
          }))}
          error={errors.contribution_month?.message}
          {...form.register("contribution_month")}
        />
        <DayField control={form.control} name="payment_date" label={text("date")} max={today()} />
      </div>
      <ReferenceField
        label={text("reference")}
        help={text("referenceHelp")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code")}
      />
      <FormFoot>
        <Summary control={form.control} monthlyContribution={monthlyContribution} />
        <Button type="submit" busy={pay.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

/** What will happen, with the exact amount, beside the button that does it (SCR-24). */
function Summary({
  control,
  monthlyContribution,
}: {
  control: Control<Fields>;
  monthlyContribution: number | undefined;
}) {
  const text = useTranslations("contributions");
  const fields = useWatch({ control });
  const amount = parseKes(fields.amount_paid);
  const month = parsePlainDate(fields.contribution_month);
  const date = parsePlainDate(fields.payment_date);
  if (typeof amount !== "bigint" || amount <= 0n || month === null || date === null) {
    return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  }
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="font-semibold">
        {unbroken(
          text("summary", {
            amount: formatKes(amount),
            month: formatMonths(
              month,
              severalMonths(
                { amount_paid: "", ...fields, contribution_month: month },
                monthlyContribution,
              ).contribution_month_to,
            ),
            date: formatDay(date),
          }),
        )}
      </strong>{" "}
      <span className="text-muted">{text("summaryOffices")}</span>
    </p>
  );
}

/** The last month that the amount reaches, if it pays for more than one in full (PAY-35). */
function severalMonths(
  { amount_paid, contribution_month: first }: Pick<Fields, "amount_paid" | "contribution_month">,
  monthlyContribution: number | undefined,
): { contribution_month_to?: PlainDate } {
  const amountCents = parseKes(amount_paid);
  const monthlyCents = sumCents([monthlyContribution ?? 0]);
  const isSeveral =
    typeof amountCents === "bigint" && monthlyCents > 0n && amountCents >= 2n * monthlyCents;
  if (!isSeveral) return {};
  return {
    contribution_month_to: lastMonthOf({ first, paidCents: 0n, amountCents, monthlyCents }),
  };
}

/** A stored payment as the fields that were typed. */
function typedBefore(body: Record<string, string>): Partial<Fields> {
  return { ...body, payment_date: body["payment_date"]?.slice(0, 10) ?? today() };
}

/** API-5: an ISO datetime. The start of the day, so that no device's clock puts the payment into the future. */
function startOfDay(date: string): string {
  return `${date}T00:00:00+03:00`;
}
