import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { payFine } from "#endpoints/fines.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useCorrection } from "#web/api/stored/correction.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { fieldAmount, readPositive } from "#web/ui/money-field.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";
import { ReferenceField } from "#web/ui/field.tsx";
import { unbroken } from "#web/ui/money.tsx";

type PayFineFormProps = {
  /** What is unpaid less what waits for approval. */
  payable: Cents;
  /** Where to pay the group, and what else this payment belongs to. */
  head: ReactNode;
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

/** A member reports a payment towards their fines; the oldest are settled first (PAY-8). */
export function PayFineForm({ payable, head, onPaid, onShowReceipt }: PayFineFormProps) {
  const text = useTranslations("fines");
  const typed = useCorrection("fine");
  const pay = useAction(payFine, {
    payment: { kind: "fine", replaces: typed?.id },
    toastAction: ({ fine_payment }) => ({
      label: text("viewReceipt"),
      onPress: () => onShowReceipt(fine_payment.payment_id),
    }),
  });
  const form = useForm({
    defaultValues: {
      amount_paid: fieldAmount(payable),
      payment_Reference_Code: "",
      ...typed?.body,
    },
  });
  const { errors, isDirty } = form.formState;
  const amountTyped = useWatch({ control: form.control, name: "amount_paid" });
  const cents = readPositive(amountTyped);
  useUnsaved(isDirty || typed !== null);
  const forget = useDraft(form, `fine ${typed?.id ?? ""}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await pay.run({ body: fields });
    if (outcome.ok || outcome.error.stored) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const decide = (amount: string) => {
    const wanted = readPositive(amount);
    if (wanted === null) return text("amountPositive");
    return wanted <= payable || text("tooMuch", { amount: formatKes(payable) });
  };

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
        rules={{ validate: decide }}
        label={text("amountPaid")}
        help={text("amountHelp", { amount: formatKes(payable) })}
      />
      <p className="text-muted">{text("payIntro")}</p>
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <ReferenceField
        label={text("reference")}
        help={text("referenceHelp")}
        error={errors.payment_Reference_Code?.message}
        {...form.register("payment_Reference_Code", {
          validate: (reference) => reference.trim() !== "" || text("referenceRequired"),
        })}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm">
          <strong className="font-semibold">
            {cents === null
              ? text("payEmpty")
              : unbroken(
                  text("paySummary", { amount: formatKes(cents), unpaid: formatKes(payable) }),
                )}
          </strong>{" "}
          <span className="text-muted">{text("paySummaryOffices")}</span>
        </p>
        <Button type="submit" busy={pay.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}
