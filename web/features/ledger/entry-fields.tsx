import { useWatch, type UseFormReturn } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getLedger } from "#contract/ledger.ts";
import {
  expenseCategories,
  ledgerEntryTypes,
  type LedgerEntryType,
} from "#domain/ledger/entry-types.ts";
import { formatKes, parseKes, type Cents } from "#domain/money.ts";
import { byResolution, leftOutIfNone, ResolutionField } from "#web/api/resolution-field.tsx";
import { textsOf } from "#web/messages/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { formatMoney, sumCents } from "#web/ui/money.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { AmountField, DayField } from "#web/api/use-form.tsx";

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
      <ResolutionField
        field={form.register("resolution_id", leftOutIfNone)}
        error={errors.resolution_id?.message}
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

export type Ledger = ReplyOf<typeof getLedger>;

/** The form's fields; those of other types than the chosen one are not sent. */
export type EntryFields = {
  type: "" | PostedType;
  category: string;
  declaration_id: string;
  deposit_id: string;
  description: string;
  amount: string;
  /** SCR-20: the amount of other income has this name. */
  amount_paid: string;
  interest_earned: string;
  start_date: string;
  maturity_date: string;
  /** The day of the entry; undefined is today (BOOK-25). */
  date?: string | undefined;
  /** The one that decided it; undefined or empty for none. */
  resolution_id?: string | undefined;
};

export const noEntryFields: EntryFields = {
  type: "",
  category: "",
  declaration_id: "",
  deposit_id: "",
  description: "",
  amount: "",
  amount_paid: "",
  interest_earned: "",
  start_date: "",
  maturity_date: "",
};

/** The body: exactly the fields of the type (SCR-20), and the day and the resolution if one was chosen. */
export function bodyOf(fields: EntryFields, type: PostedType, ledger: Ledger) {
  const { date, resolution_id: decidedBy = "" } = fields;
  return {
    ...fieldsOf(fields, type, ledger),
    ...(date === undefined ? {} : { date }),
    ...byResolution(decidedBy),
  };
}

function fieldsOf(fields: EntryFields, type: PostedType, ledger: Ledger) {
  const { description, amount } = fields;
  switch (type) {
    case "expense":
      return { type, category: fields.category, description, amount };
    case "investment":
    case "goodwill":
    case "dividend_declaration":
      return { type, amount, description };
    case "dividend_payment": {
      const declaration = chosenSource(fields, ledger)?.description;
      return { type, amount, description, declaration, declaration_id: fields.declaration_id };
    }
    case "other_income":
      return { type, amount_paid: fields.amount_paid, description };
    case "equity_fixed_deposit": {
      const { start_date, maturity_date } = fields;
      return { type, amount, description, start_date, maturity_date };
    }
    case "redeem_fixed_deposit": {
      const { deposit_id, interest_earned } = fields;
      const fixed_deposit = chosenSource(fields, ledger)?.description;
      return { type, amount, description, fixed_deposit, deposit_id, interest_earned };
    }
  }
}

/** The amount to post, in cents; null while it is missing or not above 0. */
export function amountOf(fields: EntryFields): Cents | null {
  const cents = parseKes(fields.type === "other_income" ? fields.amount_paid : fields.amount);
  return typeof cents === "bigint" && cents > 0n ? cents : null;
}

/** Cents; null while it is missing. */
export function interestOf(fields: EntryFields): Cents | null {
  const cents = parseKes(fields.interest_earned);
  return typeof cents === "bigint" && cents >= 0n ? cents : null;
}

/** The declaration or deposit that the entry draws on, with what is left of it in cents. */
export function chosenSource(
  fields: EntryFields,
  ledger: Ledger,
): { description: string; leftCents: Cents } | null {
  if (fields.type === "dividend_payment") {
    const found = ledger.declarations.find(({ id }) => String(id) === fields.declaration_id);
    return found
      ? { description: found.description, leftCents: sumCents([found.rem_amount]) }
      : null;
  }
  if (fields.type === "redeem_fixed_deposit") {
    const found = ledger.fixed_deposits.find(({ id }) => String(id) === fields.deposit_id);
    return found ? { description: found.description, leftCents: sumCents([found.amount]) } : null;
  }
  return null;
}

/** The bank's balance in cents. */
export function bankOf(ledger: Ledger): Cents {
  return sumCents([ledger.ledger_balances["bank"] ?? 0]);
}

/** By how many cents the entry moves the bank (BOOK-7); null while an amount is missing. */
export function bankEffectOf(fields: EntryFields): Cents | null {
  const amount = amountOf(fields);
  if (amount === null || fields.type === "") return null;
  switch (fields.type) {
    case "dividend_declaration":
      return 0n;
    case "other_income":
      return amount;
    case "redeem_fixed_deposit": {
      const interest = interestOf(fields);
      return interest === null ? null : amount + interest;
    }
    case "expense":
    case "investment":
    case "goodwill":
    case "dividend_payment":
    case "equity_fixed_deposit":
      return -amount;
  }
}

/** What the Treasurer posts here; fines are charged from the member list (BOOK-18), and cash and funds have no form yet. */
type PostedType = Exclude<LedgerEntryType, "fine" | WithoutForm>;

type WithoutForm = "cash_deposit" | "cash_withdrawal" | "fund_spending" | "fund_transfer";

const withoutForm: ReadonlySet<LedgerEntryType> = new Set<WithoutForm>([
  "cash_deposit",
  "cash_withdrawal",
  "fund_spending",
  "fund_transfer",
]);

export const postedTypes = ledgerEntryTypes.filter(
  (type): type is PostedType => type !== "fine" && !withoutForm.has(type),
);
