import { useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { formatKes } from "#domain/money.ts";
import { textsOf } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { AmountField, DayField } from "#web/api/use-form.tsx";
import {
  bankOf,
  chosenSource,
  type EntryFields,
  type Ledger,
  type PostedType,
} from "./entry-fields.ts";

type FieldsOfTypeProps = {
  form: UseFormReturn<EntryFields>;
  type: PostedType;
  ledger: Ledger;
  bankName: string;
};

/** The fields of SCR-20 for the chosen type, in its order. */
export function FieldsOfType({ form, type, ledger, bankName }: FieldsOfTypeProps) {
  const text = useTranslations("ledger");
  const { errors } = form.formState;
  const fields = useWatch({ control: form.control }) as EntryFields;
  const source = chosenSource(fields, ledger);
  const bankFalls = type !== "other_income" && type !== "dividend_declaration";
  const amountHelp =
    source !== null
      ? text("leftHelp", { amount: formatKes(source.leftCents) })
      : bankFalls &&
        type !== "redeem_fixed_deposit" &&
        text("bankHelp", { bank: bankName, amount: formatKes(bankOf(ledger)) });

  return (
    <>
      {type === "expense" && (
        <SelectField
          label={text("category")}
          placeholder={text("chooseCategory")}
          options={expenseCategories.map((code) => ({
            value: code,
            label: textsOf("accounts")[code],
          }))}
          error={errors.category && text("chooseCategory")}
          {...form.register("category")}
        />
      )}
      {type === "dividend_payment" && <DeclarationField form={form} ledger={ledger} />}
      {type === "redeem_fixed_deposit" && <DepositField form={form} ledger={ledger} />}
      <TextField
        label={text("description")}
        placeholder={text(`placeholders.${type}`)}
        maxLength={500}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {type === "other_income" ? (
          <AmountField control={form.control} name="amount_paid" label={text("amountPaid")} />
        ) : (
          <AmountField
            control={form.control}
            name="amount"
            label={text("amount")}
            help={amountHelp}
          />
        )}
        {type === "redeem_fixed_deposit" && (
          <AmountField
            control={form.control}
            name="interest_earned"
            label={text("interestEarned")}
            help={text("interestHelp")}
          />
        )}
      </div>
      {type === "equity_fixed_deposit" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField control={form.control} name="start_date" label={text("startDate")} />
          <DayField control={form.control} name="maturity_date" label={text("maturityDate")} />
        </div>
      )}
      <DayField
        control={form.control}
        name="date"
        label={text("date")}
        help={text("dateHelp", { date: formatDay(today()) })}
        optional
        max={today()}
        className="sm:max-w-[calc(50%-0.5rem)]"
      />
    </>
  );
}

type SourceFieldProps = { form: UseFormReturn<EntryFields>; ledger: Ledger };

function DeclarationField({ form, ledger: { declarations } }: SourceFieldProps) {
  const text = useTranslations("ledger");
  if (declarations.length === 0)
    return (
      <Alert tone="note" title={text("noDeclarations")}>
        {text("noDeclarationsHint")}
      </Alert>
    );
  return (
    <SelectField
      label={text("declaration")}
      placeholder={text("chooseDeclaration")}
      options={declarations.map(({ id, description, rem_amount }) => ({
        value: String(id),
        label: text("optionLeft", { description, amount: formatMoney(rem_amount) }),
      }))}
      error={form.formState.errors.declaration_id && text("chooseDeclaration")}
      {...form.register("declaration_id")}
    />
  );
}

function DepositField({ form, ledger: { fixed_deposits } }: SourceFieldProps) {
  const text = useTranslations("ledger");
  if (fixed_deposits.length === 0)
    return (
      <Alert tone="note" title={text("noDeposits")}>
        {text("noDepositsHint")}
      </Alert>
    );
  return (
    <SelectField
      label={text("fixedDeposit")}
      placeholder={text("chooseDeposit")}
      options={fixed_deposits.map(({ id, description, amount }) => ({
        value: String(id),
        label: text("optionLeft", { description, amount: formatMoney(amount) }),
      }))}
      error={form.formState.errors.deposit_id && text("chooseDeposit")}
      {...form.register("deposit_id")}
    />
  );
}
