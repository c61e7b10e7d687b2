import { useState } from "react";
import { Controller } from "react-hook-form";
import { useTranslations } from "use-intl";
import { acceptOpening, type Opening } from "#contract/opening.ts";
import { formatKes, parseKes } from "#domain/money.ts";
import type { ApiError } from "#web/api/call.ts";
import { showFieldErrors } from "#web/api/field-errors.ts";
import { useAction } from "#web/api/use-action.ts";
import { useDraft } from "#web/api/use-draft.ts";
import { useForm } from "#web/api/use-form.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { sumCents } from "#web/ui/sum-kes.ts";
import { unbroken } from "#web/ui/unbroken.tsx";

type Fields = { total_savings_seen: string; difference_seen: boolean };

/** Writes the books: the total of the paper book is typed, and the difference ticked where there is one (OPEN-31, OPEN-37). */
export function AcceptForm({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const text = useTranslations("opening.accept");
  const accept = useAction(acceptOpening);
  const form = useForm<Fields>({
    defaultValues: { total_savings_seen: "", difference_seen: false },
  });
  const [refused, setRefused] = useState<ApiError | null>(null);
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, `accept opening ${opening.id}`);
  useFirstFocus(() => form.setFocus("total_savings_seen"));
  const sheetSays = sumCents([opening.total_savings]);
  const difference = formatMoney(Math.abs(opening.difference));
  const isLess = refused?.status === 409 && "savings_now" in refused.facts;

  const submit = form.handleSubmit(async ({ total_savings_seen }) => {
    const outcome = await accept.run({
      params: { id: opening.id },
      body: { total_savings_seen, ...(isLess ? { confirm: true } : {}) },
    });
    if (outcome.ok) {
      forget();
      return onDone();
    }
    showFieldErrors(form, outcome.error.errors);
    return setRefused(outcome.error);
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p>{unbroken(text("text", { day: formatDay(opening.date) }))}</p>
      {isLess ? (
        <Alert live tone="waiting" title={text("lessTitle")}>
          {text("lessText", {
            before: formatMoney(Number(refused.facts["savings_now"])),
            after: formatMoney(Number(refused.facts["savings_after"])),
          })}
        </Alert>
      ) : (
        refused !== null &&
        errors.total_savings_seen === undefined && <Alert live tone="bad" title={refused.detail} />
      )}
      <Controller
        control={form.control}
        name="total_savings_seen"
        rules={{
          validate: (typed) => {
            const cents = parseKes(typed);
            if (typeof cents !== "bigint") return text("required");
            return cents === sheetSays || text("other", { amount: formatKes(sheetSays) });
          },
        }}
        render={({ field: { onChange, ...field } }) => (
          <MoneyField
            {...field}
            label={text("label")}
            help={text("help", { amount: formatKes(sheetSays) })}
            error={errors.total_savings_seen?.message}
            onValueChange={onChange}
          />
        )}
      />
      {opening.difference !== 0 && (
        <div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 flex-none accent-brand"
              aria-invalid={errors.difference_seen ? true : undefined}
              aria-describedby={errors.difference_seen ? "difference-seen-error" : undefined}
              {...form.register("difference_seen", {
                validate: (seen) => seen || text("differenceRequired"),
              })}
            />
            <span>{text("difference", { amount: difference })}</span>
          </label>
          {errors.difference_seen && (
            <p id="difference-seen-error" className="text-sm text-bad">
              {errors.difference_seen.message}
            </p>
          )}
        </div>
      )}
      <Button type="submit" busy={accept.busy} className="sm:self-end">
        {text(isLess ? "confirm" : "submit")}
      </Button>
    </form>
  );
}
