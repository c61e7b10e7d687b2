import { Controller, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { postLedgerEntry, type Entry } from "#contract/ledger.ts";
import type { User } from "#contract/members.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { DateField } from "#web/ui/date-field.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { readPositive } from "#web/ui/money-typing.ts";
import { TextareaField } from "#web/ui/field.tsx";
import { unbroken } from "#web/ui/money.tsx";

type FineMemberFormProps = {
  user: Pick<User, "username" | "first_name" | "last_name">;
  onCharged: () => void;
  onShowEntry: (entry: Entry) => void;
};

/** Fine Member (PAY-22): any official; the fine reaches the books at once. */
export function FineMemberForm({ user, onCharged, onShowEntry }: FineMemberFormProps) {
  const text = useTranslations("fines");
  const name = `${user.first_name} ${user.last_name}`;
  const charge = useAction(postLedgerEntry, {
    // A fine takes nothing out of the bank, so it is never proposed.
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
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Controller
        control={form.control}
        name="amount"
        rules={{ validate: (amount) => readPositive(amount) !== null || text("amountPositive") }}
        render={({ field: { onChange, ...field } }) => (
          <MoneyField
            {...field}
            label={text("amount")}
            onValueChange={onChange}
            error={errors.amount?.message}
          />
        )}
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
      <Controller
        control={form.control}
        name="date"
        rules={{
          validate: (date) =>
            date === undefined || parsePlainDate(date) !== null || text("dateWrong"),
        }}
        render={({ field: { onChange, value, ...field } }) => (
          <DateField
            {...field}
            label={text("date")}
            help={text("dateHelp", { date: formatDay(today()) })}
            optional
            max={today()}
            value={value ?? ""}
            onValueChange={(day) => onChange(day === "" ? undefined : day)}
            error={errors.date?.message}
          />
        )}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4 sm:flex-row sm:items-center sm:justify-between">
        <p aria-live="polite" className="text-sm font-semibold">
          {cents === null
            ? text("chargeEmpty")
            : unbroken(text("chargeSummary", { name, amount: formatKes(cents) }))}
        </p>
        <Button type="submit" busy={charge.busy} className="flex-none">
          {text("charge")}
        </Button>
      </div>
    </form>
  );
}
