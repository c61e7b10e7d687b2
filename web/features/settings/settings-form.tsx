import { useFieldArray, type UseFormReturn, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { Plus, Trash2 } from "lucide-react";
import { type SettingName, settingNames } from "#contract/choices.ts";
import {
  changeSettings,
  type GroupSettingsView,
  type SettingsChange,
  type SettingValue,
} from "#endpoints/group.ts";
import { type PayTo, payToCharactersMost, payToKinds, payToMost } from "#domain/payments/pay-to.ts";
import { AmountField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { FormErrors, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";

/** Where to pay has a form of its own (`PayToForm`). */
type Written = Exclude<SettingName, "pay_to">;
type Fields = Record<Written, string>;

const writtenNames = settingNames.filter((name): name is Written => name !== "pay_to");

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
      "plain_loans",
      "guarantees_at_most",
      "officials_guarantee",
    ],
  },
  { title: "year", names: ["interest_share", "financial_year_start"] },
  {
    title: "security",
    names: [
      "officials_two_step",
      "office_delay_hours",
      "second_person_above",
      "fine_limit",
      "require_evidence",
    ],
  },
  {
    title: "meetings",
    names: [
      "meetings",
      "meeting_quorum",
      "meeting_fine_late",
      "meeting_fine_absent",
      "meeting_fine_apology",
    ],
  },
  {
    title: "mpesa",
    names: ["mpesa_record_by_account", "mpesa_refuse_unknown_accounts", "mpesa_payouts"],
  },
  { title: "notices", names: ["sms_monthly_cap", "reminder_days", "quiet_from", "quiet_to"] },
] as const satisfies readonly { title: string; names: readonly Written[] }[];

/** The settings in KES. */
const amounts: readonly SettingName[] = [
  "monthly_contribution",
  "late_fine_amount",
  "second_person_above",
  "fine_limit",
  "meeting_fine_late",
  "meeting_fine_absent",
  "meeting_fine_apology",
  "sms_monthly_cap",
];
const texts: readonly SettingName[] = [
  "group_name",
  "bank_name",
  "financial_year_start",
  "quiet_from",
  "quiet_to",
  "meeting_quorum",
];

const yesOrNos: readonly SettingName[] = [
  "plain_loans",
  "officials_guarantee",
  "officials_two_step",
  "require_evidence",
  "meetings",
  "mpesa_record_by_account",
  "mpesa_refuse_unknown_accounts",
  "mpesa_payouts",
];

type SettingsFormProps = {
  settings: GroupSettingsView;
  /** Whether payments arrive from M-PESA itself; what is set of them is shown only then. */
  isLive: boolean;
};

/** The rules of the group; sends only what changed (BOOK-22). */
export function SettingsForm({ settings, isLive }: SettingsFormProps) {
  const text = useTranslations("settings");
  const change = useAction(changeSettings);
  const before = fieldsOf(settings);
  const form = useForm<Fields>({ defaultValues: before });
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
      {sections
        .filter(({ title }) => isLive || title !== "mpesa")
        .map(({ title, names }) => (
          <Card key={title} title={text(title)}>
            <div className="grid gap-4 sm:grid-cols-2">
              {names.map((name) => (
                <SettingField key={name} name={name} form={form} />
              ))}
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

type SettingFieldProps = { name: keyof Fields; form: UseFormReturn<Fields> };

function SettingField({ name, form }: SettingFieldProps) {
  const text = useTranslations("settings");
  const words = {
    label: text(`names.${name}`),
    help: text(`help.${name}`),
    error: form.formState.errors[name]?.message,
  };
  if (yesOrNos.includes(name))
    return (
      <SelectField
        {...words}
        options={[
          { value: "false", label: text("values.false") },
          { value: "true", label: text("values.true") },
        ]}
        {...form.register(name)}
      />
    );
  if (amounts.includes(name)) return <AmountField control={form.control} name={name} {...words} />;
  return (
    <TextField
      {...words}
      autoComplete="off"
      inputMode={texts.includes(name) ? "text" : "decimal"}
      {...form.register(name)}
    />
  );
}

function fieldsOf(settings: GroupSettingsView): Fields {
  return Object.fromEntries(
    writtenNames.map((name) => [name, String(settings[name] ?? "")]),
  ) as Fields;
}

type Ways = { ways: PayTo[] };

const emptyWay: PayTo = { kind: "paybill", name: "", number: "", account: "" };

/** Where members pay (PAY-23): a form of its own, because saving it notifies every official. */
export function PayToForm({ ways }: { ways: readonly PayTo[] }) {
  const text = useTranslations("payTo");
  const edit = useTranslations("payToEdit");
  const change = useAction(changeSettings);
  const form = useForm<Ways>({ mode: "onTouched", defaultValues: { ways: [...ways] } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "ways" });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const submit = form.handleSubmit(async ({ ways: pay_to }) => {
    const outcome = await change.run({ body: { pay_to } });
    if (outcome.ok) return form.reset({ ways: outcome.reply.settings.pay_to });
    const refused = outcome.error.errors["pay_to"];
    if (refused !== undefined)
      form.setError("ways", { type: "server", message: refused.join(" ") });
  });

  const written = (index: number, name: "name" | "number", label: string) => ({
    label,
    maxLength: payToCharactersMost,
    autoComplete: "off",
    error: errors.ways?.[index]?.[name]?.message,
    ...form.register(`ways.${index}.${name}`, {
      validate: (value) => value.trim() !== "" || edit("required", { label }),
    }),
  });
  const refusal = errors.ways?.message ?? errors.ways?.root?.message;

  return (
    <Card title={text("title")}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <p className="text-muted">{edit("text")}</p>
        {refusal !== undefined && <FormErrors errors={[{ message: refusal }]} />}
        {fields.length === 0 && <p className="font-semibold">{edit("none")}</p>}
        <ul className="divide-y divide-line">
          {fields.map((way, index) => (
            <li key={way.id} className="py-4 first:pt-0">
              <fieldset className="grid gap-4 sm:grid-cols-2">
                <legend className="sr-only">{edit("way", { number: String(index + 1) })}</legend>
                <SelectField
                  label={edit("kind")}
                  options={payToKinds.map((kind) => ({
                    value: kind,
                    label: text(`kinds.${kind}`),
                  }))}
                  {...form.register(`ways.${index}.kind`)}
                />
                <TextField {...written(index, "number", text("number"))} />
                <TextField {...written(index, "name", edit("name"))} help={edit("nameHelp")} />
                <TextField
                  label={text("account")}
                  optional
                  help={edit("accountHelp")}
                  maxLength={payToCharactersMost}
                  autoComplete="off"
                  {...form.register(`ways.${index}.account`)}
                />
                <Button
                  variant="quiet"
                  icon={<Trash2 aria-hidden />}
                  className="-ms-4 w-fit"
                  onClick={() => remove(index)}
                >
                  {edit("remove")}
                  <span className="sr-only"> {edit("way", { number: String(index + 1) })}</span>
                </Button>
              </fieldset>
            </li>
          ))}
        </ul>
        {fields.length < payToMost && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden />}
            onClick={() => append(emptyWay)}
            className="max-sm:w-full"
          >
            {edit("add")}
          </Button>
        )}
        <FormFoot>
          <p className="text-sm text-muted">{edit("note")}</p>
          <Button type="submit" busy={change.busy} disabled={!isDirty} className="flex-none">
            {edit("save")}
          </Button>
        </FormFoot>
      </form>
    </Card>
  );
}

/** A setting's value in words. */
export function useSettingWords() {
  const text = useTranslations("settings");
  const payTo = useTranslations("payTo");
  const edit = useTranslations("payToEdit");
  const sayWay = ({ kind, name, number, account }: PayTo) =>
    [`${payTo(`kinds.${kind}`)} ${number}`, name, account].filter((part) => part !== "").join(", ");
  return (setting: SettingName, value: SettingValue): string =>
    value === null
      ? text("off")
      : Array.isArray(value)
        ? value.map(sayWay).join("; ") || edit("nothing")
        : typeof value === "boolean"
          ? text(`values.${value}`)
          : amounts.includes(setting)
            ? formatMoney(value)
            : String(value);
}

/** Who changed which setting, newest first. */
export function SettingsHistory({ history }: { history: readonly SettingsChange[] }) {
  const text = useTranslations("settings");
  const inWords = useSettingWords();
  if (history.length === 0) return <p className="text-muted">{text("noHistory")}</p>;
  return (
    <ul className="divide-y divide-line">
      {history.map((change) => (
        <li key={change.at} className="py-3">
          <p className="text-sm text-muted">
            {formatMomentAndTime(change.at)} · {change.actor.full_name}
          </p>
          <ul>
            {change.changes.map(({ setting, before, after }) => (
              <li key={setting} className="break-words">
                {text("changed", {
                  setting: text(`names.${setting}`),
                  before: inWords(setting, before),
                  after: inWords(setting, after),
                })}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
