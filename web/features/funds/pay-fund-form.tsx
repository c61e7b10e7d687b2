import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { type FundView, payFund } from "#endpoints/funds.ts";
import { formatKes } from "#domain/money.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { ReferenceField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { fieldAmount, readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";

type PayFundFormProps = {
  fund: FundView;
  /** Where to pay the group. */
  head: ReactNode;
  onPaid: () => void;
};

/** A member reports a payment into a fund; any amount, whatever it asks for (FUND-7). */
export function PayFundForm({ fund, head, onPaid }: PayFundFormProps) {
  const text = useTranslations("funds.pay");
  const pay = useAction(payFund);
  const { owed } = fund.mine;
  const form = useForm({
    defaultValues: {
      amount_paid: owed > 0 ? owed.toFixed(2) : "",
      payment_Reference_Code: "",
    },
  });
  const { errors, isDirty } = form.formState;
  const cents = readPositive(useWatch({ control: form.control, name: "amount_paid" }));
  useUnsaved(isDirty);
  const forget = useDraft(form, `fund ${fund.id}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const submit = form.handleSubmit(async (body) => {
    const outcome = await pay.run({ params: { id: fund.id }, body });
    if (outcome.ok) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const fillIn = ({ code, amountCents }: MpesaClaim) => {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue("amount_paid", fieldAmount(amountCents), options);
    form.setValue("payment_Reference_Code", code, options);
  };

  return (
    <Form onSubmit={submit}>
      <AmountField
        control={form.control}
        name="amount_paid"
        rules={{ validate: (typed) => readPositive(typed) !== null || text("positive") }}
        label={text("amount")}
        help={text("owed", { amount: formatMoney(owed) })}
      />
      <p className="text-muted">{text("together")}</p>
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <ReferenceField
        label={text("reference")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code", {
          validate: (reference) => reference.trim() !== "" || text("referenceRequired"),
        })}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {cents === null
            ? text("empty")
            : unbroken(text("summary", { amount: formatKes(cents), fund: fund.name }))}
        </p>
        <Button type="submit" busy={pay.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}
