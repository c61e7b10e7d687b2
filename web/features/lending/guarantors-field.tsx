import { Plus, Trash2 } from "lucide-react";
import { type Control, useController, useFieldArray, useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { Person } from "#contract/people.ts";
import { type Cents, formatKes } from "#domain/money.ts";
import { AmountField } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";
import { FindMember } from "./find-member.tsx";

type Wanted = { member: Person | null; amount: string };

/** What a form with guarantors has at least. */
export type WithGuarantors = { guarantors: Wanted[] };

// The other fields of the form are not written from here.
type OfForm = Control<{ amount: string; instalments: string; tops_up: string } & WithGuarantors>;

/** Whom an applicant asks to guarantee, and for how much (LEND-6). */
export function Guarantors({ control, needed }: { control: OfForm; needed: number | undefined }) {
  const text = useTranslations("lendingForms");
  const { fields, append, remove } = useFieldArray({ control, name: "guarantors" });
  const typed = useWatch({ control, name: "guarantors" });
  const askedCents = typed.reduce<Cents>(
    (sum, { amount }) => sum + (readPositive(amount) ?? 0n),
    0n,
  );
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold">{text("askGuarantors")}</legend>
      <p className="text-sm text-muted">{text("askLater")}</p>
      <ul className="space-y-3">
        {fields.map(({ id }, index) => (
          <li key={id} className="rounded-control border border-line p-3">
            <Guarantor control={control} index={index} onRemove={() => remove(index)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {fields.length < 20 && (
          <Button
            variant="secondary"
            icon={<Plus aria-hidden />}
            onClick={() => append({ member: null, amount: "" }, { shouldFocus: false })}
          >
            {text("addGuarantor")}
          </Button>
        )}
        {needed !== undefined && needed > 0 && fields.length > 0 && (
          <p
            className={cx(
              "text-sm font-semibold",
              askedCents < sumCents([needed]) ? "text-waiting" : "text-good",
            )}
          >
            {unbroken(text("asked", { asked: formatKes(askedCents), needed: formatMoney(needed) }))}
          </p>
        )}
      </div>
    </fieldset>
  );
}

type GuarantorProps = { control: OfForm; index: number; onRemove: () => void };

/** One of them: an amount without a member, or a member twice, is wrong at its own field. */
function Guarantor({ control, index, onRemove }: GuarantorProps) {
  const text = useTranslations("lendingForms");
  const lending = useTranslations("lending");
  const name = text("guarantor", { number: String(index + 1) });
  const {
    field: { ref, value, onChange },
    fieldState,
  } = useController({
    control,
    name: `guarantors.${index}.member`,
    rules: {
      validate: (member, { guarantors }) => {
        if (member === null) return lending("memberRequired");
        const before = guarantors.slice(0, index);
        return before.every((each) => each.member?.id !== member.id) || lending("memberTwice");
      },
    },
  });
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{name}</legend>
      <FindMember ref={ref} member={value} onMember={onChange} error={fieldState.error?.message} />
      <div className="flex items-start gap-3">
        <div className="flex-1">
          <AmountField
            control={control}
            name={`guarantors.${index}.amount`}
            label={lending("guaranteeAmount")}
            rules={{
              validate: (value) => readPositive(value) !== null || lending("amountRequired"),
            }}
          />
        </div>
        <Button variant="quiet" icon={<Trash2 aria-hidden />} className="mt-6.5" onClick={onRemove}>
          {text("removeGuarantor")}
          <span className="sr-only">{` ${name}`}</span>
        </Button>
      </div>
    </fieldset>
  );
}
