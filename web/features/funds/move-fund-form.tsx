// Spending out of a fund, and moving money between funds and retained earnings: one office proposes it, the other agrees (FUND-4, FUND-5).
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { paidFroms } from "#domain/ledger/entry-types.ts";
import type { PaidFrom } from "#domain/ledger/posting-rules.ts";
import { formatKes } from "#domain/money.ts";
import type { FundView } from "#endpoints/funds.ts";
import { postLedgerEntry } from "#endpoints/ledger.ts";
import { byResolution, ResolutionField } from "#web/api/resolution-field.tsx";
import { AmountField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";

type MoveFundFormProps = {
  what: "spend" | "transfer";
  fund: FundView;
  /** All that are open. */
  funds: readonly FundView[];
  onDone: () => void;
};

type Fields = {
  amount: string;
  description: string;
  paid_from: PaidFrom;
  /** `in`: into the fund. The other end is a fund by its id; empty for retained earnings. */
  way: "in" | "out";
  other: string;
  resolution_id: string;
};

export function MoveFundForm({ what, fund, funds, onDone }: MoveFundFormProps) {
  const text = useTranslations("funds.move");
  const post = useAction(postLedgerEntry);
  const form = useForm<Fields>({
    defaultValues: {
      amount: "",
      description: "",
      paid_from: "bank",
      way: fund.balance === 0 ? "in" : "out",
      other: "",
      resolution_id: "",
    },
  });
  const { errors, isDirty } = form.formState;
  const cents = readPositive(useWatch({ control: form.control, name: "amount" }));
  const isSpent = what === "spend";
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("amount"));
  const submit = form.handleSubmit(async (fields) => {
    const body = isSpent ? spendingOf(fund, fields) : transferOf(fund, fields);
    const outcome = await post.run({ body });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  const needed = { validate: (typed: string) => typed.trim() !== "" || text("required") };
  return (
    <Form onSubmit={submit}>
      <p>{text(isSpent ? "spendText" : "transferText")}</p>
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (typed) => readPositive(typed) !== null || text("positive") }}
        label={text("amount")}
        help={text("holds", { fund: fund.name, amount: formatMoney(fund.balance) })}
      />
      {isSpent ? (
        <SelectField
          label={text("paidFrom")}
          options={paidFroms.map((value) => ({ value, label: text(`from.${value}`) }))}
          error={errors.paid_from?.message}
          {...form.register("paid_from")}
        />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={text("way")}
            options={(["out", "in"] as const).map((value) => ({
              value,
              label: text(`ways.${value}`, { fund: fund.name }),
            }))}
            {...form.register("way")}
          />
          <SelectField
            label={text("other")}
            options={[
              { value: "", label: text("retained") },
              ...funds
                .filter(({ id }) => id !== fund.id)
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.register("other")}
          />
        </div>
      )}
      <TextField
        label={text("what")}
        placeholder={text(isSpent ? "spendPlaceholder" : "transferPlaceholder")}
        maxLength={500}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description", needed)}
      />
      <ResolutionField
        isNeeded={!isSpent}
        error={errors.resolution_id?.message}
        field={form.register("resolution_id", {
          validate: (chosen) => isSpent || chosen !== "" || text("resolutionRequired"),
        })}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm">
          {text("bothOffices")}
        </p>
        <Button type="submit" busy={post.busy} className="flex-none">
          {cents === null
            ? text("submitEmpty")
            : unbroken(text("submit", { amount: formatKes(cents) }))}
        </Button>
      </FormFoot>
    </Form>
  );
}

function spendingOf(fund: FundView, { amount, description, paid_from, resolution_id }: Fields) {
  const by = byResolution(resolution_id);
  return { type: "fund_spending", fund_id: fund.id, amount, description, paid_from, ...by };
}

/** An end that is left out is retained earnings. */
function transferOf(fund: FundView, { amount, description, way, other, resolution_id }: Fields) {
  const ends =
    way === "out"
      ? { from_fund_id: fund.id, ...(other === "" ? {} : { to_fund_id: Number(other) }) }
      : { to_fund_id: fund.id, ...(other === "" ? {} : { from_fund_id: Number(other) }) };
  return {
    type: "fund_transfer",
    ...ends,
    amount,
    description,
    ...byResolution(resolution_id),
  };
}
