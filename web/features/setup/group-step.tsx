import { useEffect } from "react";
import { Controller } from "react-hook-form";
import { useTranslations } from "use-intl";
import { languageNames, type Language } from "#domain/language.ts";
import { useForm } from "#web/api/use-form.tsx";
import { switchLanguage } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";

type GroupStepProps = {
  terms: Terms;
  /** The server's refusals, by field. */
  errors: Record<string, string[]>;
  onTyped: (terms: Terms) => void;
  onDone: (terms: Terms) => void;
};

const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** Step 1: the group's name and terms; each can be changed later under Settings. */
export function GroupStep({ terms, errors: refused, onTyped, onDone }: GroupStepProps) {
  const text = useTranslations("setup");
  const form = useForm<Terms>({ mode: "onTouched", defaultValues: terms });
  const { errors } = form.formState;
  useEffect(() => {
    const { unsubscribe } = form.watch(() => onTyped(form.getValues()));
    return unsubscribe;
  }, [form, onTyped]);

  const words = (name: keyof Terms) => ({
    label: text(`group.${name}.label`),
    help: text(`group.${name}.help`),
    error: errors[name]?.message ?? refused[`group.${name}`],
  });
  const needed = (name: keyof Terms) => ({
    validate: (value: string) =>
      value.trim() !== "" || text("required", { label: text(`group.${name}.label`) }),
  });
  const money = (name: "monthly_contribution" | "late_fine_amount") => (
    <Controller
      control={form.control}
      name={name}
      rules={needed(name)}
      render={({ field: { onChange, ...field } }) => (
        <MoneyField {...field} {...words(name)} onValueChange={onChange} />
      )}
    />
  );
  const language = form.register("language");
  const monthName = (month: number) => text(`months.m${month as 1}`);

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(onDone)(event)}
      className="grid gap-4 sm:grid-cols-2"
    >
      <SelectField
        {...words("language")}
        className="sm:col-span-2"
        options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        {...language}
        onChange={(event) => {
          void language.onChange(event);
          void switchLanguage(event.target.value as Language);
        }}
      />
      <TextField
        {...words("group_name")}
        autoComplete="organization"
        {...form.register("group_name", needed("group_name"))}
      />
      <TextField
        {...words("bank_name")}
        autoComplete="off"
        {...form.register("bank_name", needed("bank_name"))}
      />
      {money("monthly_contribution")}
      <SelectField
        {...words("financial_year_start")}
        options={months.map((month) => ({
          value: `${String(month).padStart(2, "0")}-01`,
          label: text("firstOf", { month: monthName(month) }),
        }))}
        {...form.register("financial_year_start")}
      />
      <TextField
        {...words("late_fine_after_months")}
        inputMode="numeric"
        autoComplete="off"
        {...form.register("late_fine_after_months", needed("late_fine_after_months"))}
      />
      {money("late_fine_amount")}
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" className="w-full sm:w-auto">
          {text("next")}
        </Button>
      </div>
    </form>
  );
}

export type Terms = {
  group_name: string;
  bank_name: string;
  monthly_contribution: string;
  late_fine_after_months: string;
  late_fine_amount: string;
  /** MM-DD. */
  financial_year_start: string;
  language: Language;
};

/** The typed values, stored on this device until the group is set up. Never a password or the link's token. */
type SetupDraft = {
  step: number;
  terms?: Terms;
  chairperson?: Record<string, string | undefined>;
};

const KEY = "setup_draft";

export function readSetupDraft(): SetupDraft {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? "null") as SetupDraft | null;
    return typeof draft?.step === "number" ? draft : { step: 1 };
  } catch {
    return { step: 1 };
  }
}

export function keepSetupDraft(change: Partial<SetupDraft>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readSetupDraft(), ...change }));
  } catch {
    // A browser that stores nothing: the values last as long as the page.
  }
}

export function forgetSetupDraft(): void {
  localStorage.removeItem(KEY);
}
