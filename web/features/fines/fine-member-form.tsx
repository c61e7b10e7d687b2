import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { postLedgerEntry, type Entry } from "#endpoints/ledger.ts";
import type { User } from "#contract/members.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { useFineLimit } from "./fine-limit.ts";

type FineMemberFormProps = {
  user: Pick<User, "username" | "first_name" | "last_name">;
  onCharged: () => void;
  onShowEntry: (entry: Entry) => void;
};

/** Fine Member (PAY-22): for any official; the fine is posted at once, or above the limit proposed. */
export function FineMemberForm({ user, onCharged, onShowEntry }: FineMemberFormProps) {
  const text = useTranslations("fines");
  const name = `${user.first_name} ${user.last_name}`;
  const charge = useAction(postLedgerEntry, {
    // Above the limit it is proposed, and there is no entry yet.
    toastAction: (reply) =>
      "entry" in reply
        ? { label: text("viewEntry"), onPress: () => onShowEntry(reply.entry) }
        : undefined,
  });
  const form = useForm<{ amount: string; description: string; date?: string }>({
    defaultValues: { amount: "", description: "" },
  });
  const { errors, isDirty } = form.formState;
  const typed = useWatch({ control: form.control, name: "amount" });
  const cents = readPositive(typed);
  const limit = useFineLimit(cents);
  useUnsaved(isDirty);
  const forget = useDraft(form, `fine ${user.username}`);
  useFirstFocus(() => form.setFocus("amount"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await charge.run({
      body: { type: "fine", charged_user: user.username, ...fields },
    });
    if (outcome.ok) {
      forget();
      onCharged();
    } else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Form onSubmit={submit}>
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (amount) => readPositive(amount) !== null || text("amountPositive") }}
        label={text("amount")}
      />
      <TextareaField
        label={text("description")}
        placeholder={text("descriptionPlaceholder")}
        help={text("descriptionHelp")}
        maxLength={500}
        error={errors.description?.message}
        {...form.register("description", {
          validate: (description) => description.trim() !== "" || text("descriptionRequired"),
        })}
      />
      <DayField
        control={form.control}
        name="date"
        rules={{
          validate: (date) =>
            date === undefined || parsePlainDate(date) !== null || text("dateWrong"),
        }}
        label={text("date")}
        help={text("dateHelp", { date: formatDay(today()) })}
        optional
        max={today()}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {cents === null
            ? text("chargeEmpty")
            : unbroken(text("chargeSummary", { name, amount: formatKes(cents) }))}
          {limit !== null && <> {unbroken(text("aboveLimit", { amount: formatMoney(limit) }))}</>}
        </p>
        <Button type="submit" busy={charge.busy} className="flex-none">
          {text("charge")}
        </Button>
      </FormFoot>
    </Form>
  );
}
