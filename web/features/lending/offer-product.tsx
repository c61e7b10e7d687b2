import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { type LoanProduct, makeLoanProduct } from "#endpoints/lending.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { ProductText } from "./product-text.tsx";

const empty = {
  name: "",
  loan_type: "normal_loan",
  method: "equal_instalments",
  rate: "",
  rate_per: "month",
  instalments_most: "12",
  due_day: "",
  grace_months: "",
  grace_kind: "interest_only",
  round_up_to: "1",
  fee_percent: "",
  fee_amount: "",
  multiple: "",
  amount_least: "",
  amount_most: "",
  guarantee: "none",
  guarantors_least: "",
  call_after_days: "",
};

type Fields = typeof empty;
type Name = keyof Fields;

/** Those that only a few groups need. */
const more: readonly Name[] = [
  "loan_type",
  "due_day",
  "grace_months",
  "grace_kind",
  "round_up_to",
  "fee_percent",
  "fee_amount",
  "multiple",
  "amount_least",
  "amount_most",
  "call_after_days",
];

function choices<Value extends string>(
  values: readonly Value[],
  word: (value: Value) => string,
): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: word(value) }));
}

const roundings = ["0.01", "1", "10", "50", "100"];

/** The terms of a loan that members may apply for; they are never changed (LEND-1). */
export function OfferProduct({ onOffered }: { onOffered: () => void }) {
  const text = useTranslations("products");
  const make = useAction(makeLoanProduct);
  const form = useForm<Fields>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, "offer a loan");
  useFirstFocus(() => form.setFocus("name"));
  const typed = useWatch({ control: form.control });
  const isFlat = typed.method === "flat";

  const submit = form.handleSubmit(async (fields) => {
    const { name, method, rate, rate_per, instalments_most, ...others } = inKind(fields);
    const filled = Object.entries(others).filter(([, value]) => value.trim() !== "");
    const body = { name, method, rate, rate_per, instalments_most, ...Object.fromEntries(filled) };
    const outcome = await make.run({ body });
    if (outcome.ok) {
      forget();
      onOffered();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const wire = (name: Name) => ({ error: errors[name]?.message, ...form.register(name) });
  const number = { inputMode: "decimal", autoComplete: "off" } as const;

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("name")}
        help={text("nameHelp")}
        maxLength={40}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register("name", {
          validate: (value) => value.trim() !== "" || text("nameRequired"),
        })}
      />
      <SelectField
        label={text("method")}
        options={choices(["equal_instalments", "equal_principal", "flat"], (value) =>
          text(`methods.${value}`),
        )}
        {...wire("method")}
      />
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <TextField label={text("rate")} {...number} {...wire("rate")} />
        <SelectField
          label={text("ratePer")}
          options={choices(isFlat ? ["month", "year", "loan"] : ["month", "year"], (value) =>
            text(`ratesPer.${value}`),
          )}
          {...wire("rate_per")}
        />
        <TextField label={text("instalmentsMost")} {...number} {...wire("instalments_most")} />
        <SelectField
          className="sm:col-span-2"
          label={text("guarantee")}
          options={choices(["none", "above_savings", "whole"], (value) =>
            text(`guarantees.${value}`),
          )}
          {...wire("guarantee")}
        />
        <TextField
          label={text("guarantorsLeast")}
          optional
          {...number}
          {...wire("guarantors_least")}
        />
      </div>
      <Disclosure label={text("more")} isOpen={more.some((name) => errors[name] !== undefined)}>
        <div className="grid items-start gap-4 pt-2 sm:grid-cols-2">
          <SelectField
            label={text("loanType")}
            options={choices(["normal_loan", "emergency_loan"], (value) =>
              text(`loanTypes.${value}`),
            )}
            {...wire("loan_type")}
          />
          <TextField
            label={text("dueDay")}
            help={text("dueDayHelp")}
            optional
            {...number}
            {...wire("due_day")}
          />
          <TextField label={text("graceMonths")} optional {...number} {...wire("grace_months")} />
          <SelectField
            label={text("graceKind")}
            options={choices(isFlat ? ["free"] : ["interest_only", "free"], (value) =>
              text(`graceKinds.${value}`),
            )}
            {...wire("grace_kind")}
          />
          <SelectField
            label={text("roundUpTo")}
            options={choices(roundings, (value) => formatMoney(Number(value)))}
            {...wire("round_up_to")}
          />
          <TextField label={text("feePercent")} optional {...number} {...wire("fee_percent")} />
          <AmountField
            control={form.control}
            name="fee_amount"
            label={text("feeAmount")}
            optional
          />
          <TextField
            label={text("multiple")}
            help={text("multipleHelp")}
            optional
            {...number}
            {...wire("multiple")}
          />
          <AmountField
            control={form.control}
            name="amount_least"
            label={text("amountLeast")}
            optional
          />
          <AmountField
            control={form.control}
            name="amount_most"
            label={text("amountMost")}
            optional
          />
          <TextField label={text("callAfter")} optional {...number} {...wire("call_after_days")} />
        </div>
      </Disclosure>
      <FormFoot>
        <Sentence typed={{ ...empty, ...typed }} />
        <Button type="submit" busy={make.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

/** Flat interest is charged for the whole loan, so months of grace are only free. */
function inKind(fields: Fields): Fields {
  return fields.method === "flat" ? { ...fields, grace_kind: "free" } : fields;
}

/** What members will read. */
function Sentence({ typed }: { typed: Fields }) {
  const text = useTranslations("products");
  const product = read(inKind(typed));
  if (product === null) return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="block font-semibold">{product.name}</strong>
      <ProductText product={product} />
      <span className="block text-muted">{text("submitNote")}</span>
    </p>
  );
}

/** The product as it would be offered; null while its sentence cannot be written. */
function read(typed: Fields): LoanProduct | null {
  const amount = (name: Name) => (typed[name].trim() === "" ? null : Number(typed[name]));
  const [rate, most] = [amount("rate"), amount("instalments_most")];
  const numbers = [rate, most, amount("grace_months"), amount("guarantors_least")];
  if (typed.name.trim() === "" || rate === null || most === null) return null;
  if (numbers.some((each) => each !== null && !(each >= 0))) return null;
  return {
    id: 0,
    name: typed.name,
    loan_type: typed.loan_type as LoanProduct["loan_type"],
    method: typed.method as LoanProduct["method"],
    rate,
    rate_per: typed.rate_per as LoanProduct["rate_per"],
    instalments_most: most,
    due_day: amount("due_day"),
    grace_months: amount("grace_months") ?? 0,
    grace_kind: typed.grace_kind as LoanProduct["grace_kind"],
    round_up_to: Number(typed.round_up_to),
    fee_percent: amount("fee_percent") ?? 0,
    fee_amount: amount("fee_amount") ?? 0,
    multiple: amount("multiple"),
    amount_least: amount("amount_least"),
    amount_most: amount("amount_most"),
    guarantee: typed.guarantee as LoanProduct["guarantee"],
    guarantors_least: amount("guarantors_least") ?? 0,
    call_after_days: amount("call_after_days") ?? 30,
    offered: true,
  };
}
