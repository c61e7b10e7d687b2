// Moving cash: to the bank, from the bank, or spent. What is typed is confirmed with both balances before it is sent (CASH-2).
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ledgerEntry } from "#contract/ledger-entry.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { type Cents, formatKes, parseKes, toKes } from "#domain/money.ts";
import { postLedgerEntry } from "#endpoints/ledger.ts";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { byResolution, leftOutIfNone, ResolutionField } from "#web/api/resolution-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, DayField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { textsOf } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Money } from "#web/ui/money.tsx";
import type { Movement } from "./movements.ts";

/** What one KES of it does to the cash at hand and to the bank. */
const effects: Record<Movement, { cash: bigint; bank: bigint }> = {
  cash_deposit: { cash: -1n, bank: 1n },
  cash_withdrawal: { cash: 1n, bank: -1n },
  expense: { cash: -1n, bank: 0n },
};

type Fields = {
  type: Movement;
  category: string;
  description: string;
  amount: string;
  date?: string | undefined;
  resolution_id?: string | undefined;
};

type MoveFormProps = {
  movement: Movement;
  cashCents: Cents;
  bankCents: Cents;
  bankName: string;
  onDone: () => void;
};

export function MoveForm({ movement, cashCents, bankCents, bankName, onDone }: MoveFormProps) {
  const text = useTranslations("cash");
  const move = useTranslations(`cash.moves.${movement}`);
  const post = useAction(postLedgerEntry);
  const form = useForm<Fields>({
    resolver: validatedBy(ledgerEntry),
    defaultValues: { type: movement, category: "", description: "", amount: "" },
  });
  const { errors, isDirty } = form.formState;
  /** What was typed, once it can be sent; null while it is being typed. */
  const [typed, setTyped] = useState<{ fields: Fields; cents: Cents } | null>(null);
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus(movement === "expense" ? "category" : "amount"));

  const effect = effects[movement];
  const [from, leftCents] = effect.cash < 0n ? [text("box"), cashCents] : [bankName, bankCents];
  const goOn = form.handleSubmit((fields) => {
    const cents = parseKes(fields.amount);
    if (typeof cents !== "bigint") return;
    if (cents <= leftCents) return setTyped({ fields, cents });
    form.setError("amount", { message: text("tooMuch", { from, amount: formatKes(leftCents) }) });
    form.setFocus("amount");
  });
  const send = async (fields: Fields) => {
    const outcome = await post.run({ body: bodyOf(fields) });
    if (outcome.ok) return onDone();
    setTyped(null);
    showFieldErrors(form, outcome.error.errors);
  };

  if (typed !== null)
    return (
      <div className="flex flex-col gap-4">
        <Money amount={toKes(typed.cents)} size="hero" />
        <Facts
          facts={[
            { label: text("what"), value: typed.fields.description },
            ...(movement === "expense"
              ? [{ label: text("category"), value: categoryName(typed.fields.category) }]
              : []),
            { label: text("date"), value: formatDay(dayOf(typed.fields)) },
            {
              label: text("atHand"),
              value: text("becomes", {
                before: formatKes(cashCents),
                after: formatKes(cashCents + effect.cash * typed.cents),
              }),
            },
            ...(effect.bank === 0n
              ? []
              : [
                  {
                    label: bankName,
                    value: text("becomes", {
                      before: formatKes(bankCents),
                      after: formatKes(bankCents + effect.bank * typed.cents),
                    }),
                  },
                ]),
          ]}
        />
        <FormFoot>
          <p className="text-sm">{text("bothOffices")}</p>
          <div className="flex flex-none flex-col-reverse gap-2 sm:flex-row">
            <Button variant="quiet" disabled={post.busy} onClick={() => setTyped(null)}>
              {text("change")}
            </Button>
            <Button busy={post.busy} onClick={() => void send(typed.fields)}>
              {text("propose", { amount: formatKes(typed.cents) })}
            </Button>
          </div>
        </FormFoot>
      </div>
    );

  return (
    <Form onSubmit={goOn}>
      <p>{move("text")}</p>
      {movement === "expense" && (
        <SelectField
          label={text("category")}
          placeholder={text("chooseCategory")}
          options={expenseCategories.map((value) => ({ value, label: categoryName(value) }))}
          error={errors.category && text("chooseCategory")}
          {...form.register("category")}
        />
      )}
      <AmountField
        control={form.control}
        name="amount"
        label={text("amount")}
        help={text("left", { from, amount: formatKes(leftCents) })}
      />
      <TextField
        label={text("what")}
        placeholder={move("placeholder")}
        maxLength={500}
        autoComplete="off"
        error={errors.description?.message}
        {...form.register("description")}
      />
      <DayField
        control={form.control}
        name="date"
        label={text("date")}
        help={text("dateHelp", { date: formatDay(today()) })}
        optional
        max={today()}
      />
      <ResolutionField
        field={form.register("resolution_id", leftOutIfNone)}
        error={errors.resolution_id?.message}
      />
      <Button type="submit" className="sm:self-end">
        {text("goOn")}
      </Button>
    </Form>
  );
}

function dayOf({ date }: Fields) {
  return (date === undefined ? null : parsePlainDate(date)) ?? today();
}

function categoryName(code: string): string {
  const category = expenseCategories.find((each) => each === code);
  return category === undefined ? code : textsOf("accounts")[category];
}

/** The body: exactly the fields of the type, and the day and the resolution if one was chosen. */
function bodyOf({ type, category, description, amount, date, resolution_id = "" }: Fields) {
  const shared = {
    description,
    amount,
    ...(date === undefined ? {} : { date }),
    ...byResolution(resolution_id),
  };
  return type === "expense"
    ? { type, category, paid_from: "cash", ...shared }
    : { type, ...shared };
}
