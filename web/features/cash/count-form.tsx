// Counting the box: what was counted beside the books, and why they differ, before it is sent (CASH-4).
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { countDifference } from "#domain/cash/count.ts";
import { parseKes } from "#domain/money.ts";
import { countCash } from "#endpoints/cash.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Money, sumCents } from "#web/ui/money.tsx";
import { Difference } from "./cash-box.tsx";

type Fields = { counted: string; reason: string };

type CountFormProps = {
  /** KES that the books have now. */
  books: number;
  onDone: () => void;
};

/** The other of Treasurer and Sec-Gen agrees to it. */
export function CountForm({ books, onDone }: CountFormProps) {
  const text = useTranslations("cash");
  const count = useAction(countCash);
  const form = useForm<Fields>({ defaultValues: { counted: "", reason: "" } });
  const { isDirty } = form.formState;
  const typed = parseKes(useWatch({ control: form.control, name: "counted" }));
  const countedCents = typeof typed === "bigint" && typed >= 0n ? typed : null;
  const booksCents = sumCents([books]);
  const differs = countedCents !== null && countedCents !== booksCents;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("counted"));

  const submit = form.handleSubmit(async ({ counted, reason }) => {
    const outcome = await count.run({ body: differs ? { counted, reason } : { counted } });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  const isAmount = (value: string) => {
    const cents = parseKes(value);
    return (typeof cents === "bigint" && cents >= 0n) || text("countRequired");
  };

  return (
    <Form onSubmit={submit}>
      <p>{text("countText")}</p>
      <AmountField
        control={form.control}
        name="counted"
        label={text("counted")}
        help={text("countHelp")}
        rules={{ validate: isAmount }}
      />
      {differs && (
        <ReasonField
          control={form.control}
          name="reason"
          label={text("reason")}
          help={text("reasonHelp")}
          required={text("reasonRequired")}
        />
      )}
      <FormFoot>
        <div aria-live="polite" className="min-w-0 flex-1">
          <Facts
            facts={[
              { label: text("books"), value: <Money amount={books} /> },
              {
                label: text("difference"),
                value:
                  countedCents === null ? (
                    "–"
                  ) : (
                    <Difference
                      amount={Number(countDifference({ countedCents, booksCents })) / 100}
                    />
                  ),
              },
            ]}
          />
        </div>
        <Button type="submit" busy={count.busy} className="flex-none">
          {text("sendCount")}
        </Button>
      </FormFoot>
    </Form>
  );
}
