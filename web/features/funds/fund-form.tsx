import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { changeFund, createFund, type FundView } from "#endpoints/funds.ts";
import { type FundRule, fundRules } from "#domain/funds/fund-rules.ts";
import { AmountField, DayField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { today } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";

type FundFormProps = {
  /** The fund to change; null for a new one. */
  fund: FundView | null;
  onDone: () => void;
};

/** The Chairperson makes a fund or changes what it asks for (FUND-3). */
export function FundForm({ fund, onDone }: FundFormProps) {
  const text = useTranslations("funds.form");
  const create = useAction(createFund);
  const change = useAction(changeFund);
  const form = useForm<Fields>({
    defaultValues: {
      name: fund?.name ?? "",
      rule: fund?.rule ?? "none",
      amount: fund === null || fund.amount === 0 ? "" : fund.amount.toFixed(2),
      starts_on: fund?.starts_on ?? today(),
    },
  });
  const { errors, isDirty } = form.formState;
  const needsAmount = useWatch({ control: form.control, name: "rule" }) !== "none";
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("name"));
  const submit = form.handleSubmit(async ({ name, rule, amount, starts_on }) => {
    const body = rule === "none" ? { name, rule } : { name, rule, amount, starts_on };
    const outcome = await (fund === null
      ? create.run({ body })
      : change.run({ params: { id: fund.id }, body }));
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("name")}
        maxLength={40}
        placeholder={text("namePlaceholder")}
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) => name.trim().length >= 2 || text("required.name"),
        })}
      />
      <SelectField
        label={text("rule")}
        options={fundRules.map((value) => ({ value, label: text(`rules.${value}`) }))}
        error={errors.rule?.message}
        {...form.register("rule")}
      />
      {needsAmount && (
        <>
          <AmountField
            control={form.control}
            name="amount"
            rules={{ validate: (typed) => readPositive(typed) !== null || text("required.amount") }}
            label={text("amount")}
            help={fund === null ? undefined : text("amountHelp")}
          />
          <DayField
            control={form.control}
            name="starts_on"
            rules={{ required: text("required.day") }}
            label={text("startsOn")}
          />
        </>
      )}
      <Button type="submit" busy={create.busy || change.busy} className="sm:self-end">
        {text(fund === null ? "make" : "save")}
      </Button>
    </Form>
  );
}

type Fields = { name: string; rule: FundRule; amount: string; starts_on: string };
