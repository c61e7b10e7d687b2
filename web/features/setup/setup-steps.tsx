import { Check } from "lucide-react";
import { useTranslations } from "use-intl";
import { sayHowGroupBegins } from "#endpoints/setup.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { useEffect } from "react";
import { Controller } from "react-hook-form";
import { type Language, languageNames } from "#domain/language.ts";
import { useForm } from "#web/api/use-form.tsx";
import { switchLanguage } from "#web/messages/words.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";

export const stepNames = ["group", "chairperson", "offices", "books", "mail"] as const;

/** The progress of the setup: five steps, with the completed ones marked. */
export function SetupSteps({ current }: { current: number }) {
  const text = useTranslations("setup");
  return (
    <ol aria-label={text("stepsLabel")} className="grid grid-cols-5 gap-1 md:gap-3">
      {stepNames.map((name, index) => {
        const number = index + 1;
        const isDone = number < current;
        return (
          <li
            key={name}
            aria-current={number === current ? "step" : undefined}
            className={cx(
              "flex min-w-0 flex-col items-center gap-1 border-t-4 pt-2 text-center text-sm",
              number <= current ? "border-brand" : "border-line text-muted",
              number === current && "font-semibold",
            )}
          >
            <span className="flex items-center gap-1 tabular-nums">
              {number}
              {isDone && <Check aria-label={text("stepDone")} className="size-4 text-good" />}
            </span>
            <span className="hidden sm:block">{text(`steps.${name}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** Step 4: whether the group starts with empty books. */
export function BooksStep({ onDone }: { onDone: (begins: "new" | "books") => void }) {
  const text = useTranslations("setup");
  const say = useAction(sayHowGroupBegins);
  const choose = async (begins: "new" | "books") => {
    const outcome = await say.run({ body: { begins } });
    if (outcome.ok) onDone(begins);
  };
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {(["new", "books"] as const).map((begins) => (
        <li key={begins} className="flex flex-col gap-3 rounded-card border border-line p-4">
          <h3 className="font-semibold">{text(`books.${begins}.title`)}</h3>
          <p className="text-muted">{text(`books.${begins}.text`)}</p>
          <Button
            variant={begins === "new" ? "primary" : "secondary"}
            busy={say.busy}
            className="mt-auto"
            onClick={() => void choose(begins)}
          >
            {text(`books.${begins}.choose`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

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
