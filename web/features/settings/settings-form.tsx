import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import {
  changeSettings,
  settingNames,
  type GroupSettingsView,
  type SettingName,
} from "#contract/group.ts";
import { AmountField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { useUnsaved } from "#web/ui/form.tsx";

/** Where to pay has a form of its own (pay-to-form.tsx). */
type Written = Exclude<SettingName, "pay_to">;
type Fields = Record<Written, string>;

const writtenNames = settingNames.filter((name) => name !== "pay_to");

const sections = [
  { title: "group", names: ["group_name", "bank_name"] },
  {
    title: "money",
    names: [
      "monthly_contribution",
      "contribution_due_day",
      "late_fine_after_months",
      "late_fine_amount",
    ],
  },
  {
    title: "loans",
    names: [
      "normal_loan_rate",
      "normal_loan_term_months",
      "emergency_loan_rate",
      "emergency_loan_term_months",
      "loan_limit_multiple",
    ],
  },
  { title: "year", names: ["interest_share", "financial_year_start"] },
  {
    title: "security",
    names: ["officials_two_step", "office_delay_hours", "second_person_above", "require_evidence"],
  },
  { title: "notices", names: ["sms_monthly_cap", "reminder_days", "quiet_from", "quiet_to"] },
] as const satisfies readonly { title: string; names: readonly Written[] }[];

/** The settings in KES. */
export const amounts: readonly SettingName[] = [
  "monthly_contribution",
  "late_fine_amount",
  "second_person_above",
  "sms_monthly_cap",
];
const texts: readonly SettingName[] = [
  "group_name",
  "bank_name",
  "financial_year_start",
  "quiet_from",
  "quiet_to",
];

/** The rules of the group; sends only what changed (BOOK-22). */
export function SettingsForm({ settings }: { settings: GroupSettingsView }) {
  const text = useTranslations("settings");
  const change = useAction(changeSettings);
  const before = fieldsOf(settings);
  const form = useForm<Fields>({ defaultValues: before });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control });
  const changed = writtenNames.filter((name) => typed[name] !== before[name]);
  useUnsaved(changed.length > 0);

  const submit = form.handleSubmit(async (fields) => {
    if (changed.length === 0) return;
    const body = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    const outcome = await change.run({ body });
    if (outcome.ok) form.reset(fieldsOf(outcome.reply.settings));
    else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 md:space-y-6">
      {sections.map(({ title, names }) => (
        <Card key={title} title={text(title)}>
          <div className="grid gap-4 sm:grid-cols-2">
            {names.map((name) => {
              const words = {
                label: text(`names.${name}`),
                help: text(`help.${name}`),
                error: errors[name]?.message,
              };
              if (name === "officials_two_step" || name === "require_evidence")
                return (
                  <SelectField
                    key={name}
                    {...words}
                    options={[
                      { value: "false", label: text("values.false") },
                      { value: "true", label: text("values.true") },
                    ]}
                    {...form.register(name)}
                  />
                );
              return amounts.includes(name) ? (
                <AmountField key={name} control={form.control} name={name} {...words} />
              ) : (
                <TextField
                  key={name}
                  {...words}
                  autoComplete="off"
                  inputMode={texts.includes(name) ? "text" : "decimal"}
                  {...form.register(name)}
                />
              );
            })}
          </div>
        </Card>
      ))}
      <div className="flex flex-col gap-3 rounded-card border border-line bg-card p-4 sm:flex-row sm:items-center sm:justify-between md:px-6">
        <p aria-live="polite" className="text-sm font-semibold">
          {changed.length === 0
            ? text("nothingChanged")
            : text("summary", { count: changed.length })}
        </p>
        <Button
          type="submit"
          busy={change.busy}
          disabled={changed.length === 0}
          className="flex-none"
        >
          {text("save")}
        </Button>
      </div>
    </form>
  );
}

function fieldsOf(settings: GroupSettingsView): Fields {
  return Object.fromEntries(
    writtenNames.map((name) => [name, String(settings[name] ?? "")]),
  ) as Fields;
}
