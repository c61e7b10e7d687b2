import { usualKinds } from "#domain/payments/payment-kinds.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { acceptOpening, refuseOpening, takeBackOpening, type Opening } from "#endpoints/opening.ts";
import { formatKes, parseKes } from "#domain/money.ts";
import { type Blocking, blockingOf } from "#web/api/blocking.ts";
import type { ApiError } from "#web/api/call.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";
import { ReasonForm } from "#web/api/reason-form.tsx";

type Fields = { total_savings_seen: string; difference_seen: boolean };

/**
 * Posts the sheet: the official types the total of the paper book, and ticks the difference if there is one (OPEN-31,
 * OPEN-37).
 */
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
    <Form onSubmit={submit}>
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
      <AmountField
        control={form.control}
        name="total_savings_seen"
        rules={{
          validate: (typed) => {
            const cents = parseKes(typed);
            if (typeof cents !== "bigint") return text("required");
            return cents === sheetSays || text("other", { amount: formatKes(sheetSays) });
          },
        }}
        label={text("label")}
        help={text("help", { amount: formatKes(sheetSays) })}
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
    </Form>
  );
}

/** Refuses a proposed sheet, with the reason. */
export function RefuseForm({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const text = useTranslations("opening.refuse");
  const refuse = useAction(refuseOpening);
  return (
    <ReasonForm
      isDanger
      draft={`refuse opening ${opening.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text("submit")}
      busy={refuse.busy}
      send={(reason) => refuse.run({ params: { id: opening.id }, body: { reason } })}
      onDone={onDone}
    >
      <p>{text("text")}</p>
    </ReasonForm>
  );
}

/** Takes a whole sheet back, for one office; lists what rests on it (OPEN-38, OPEN-39). */
export function TakeBackForm({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const text = useTranslations("opening.takeBack");
  const takeBack = useAction(takeBackOpening);
  const proposal = opening.taken_back[0];
  return (
    <ReasonForm
      isDanger
      draft={`take back opening ${opening.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text(proposal === undefined ? "submit" : "agree")}
      busy={takeBack.busy}
      send={(reason) => takeBack.run({ params: { id: opening.id }, body: { reason } })}
      onDone={onDone}
      below={(refused) => <RestsOnIt blocking={blockingOf(refused)} />}
    >
      <p className="wrap-anywhere">
        {proposal === undefined
          ? text("text")
          : text("second", { name: proposal.by.full_name, reason: proposal.reason ?? "" })}
      </p>
    </ReasonForm>
  );
}

const SHOWN_AT_MOST = 20;

function RestsOnIt({ blocking }: { blocking: readonly Blocking[] }) {
  const text = useTranslations("opening.takeBack");
  const nameOf = ({ kind, id, reference }: Blocking) => {
    const known = kinds.find((each) => each === kind);
    return text("item", {
      kind: known === undefined ? text("items.entry") : text(`items.${known}`),
      name: reference ?? String(id),
    });
  };
  return (
    <Alert live tone="bad" title={text("rests")}>
      <p>{text("restsText")}</p>
      <ul className="mt-1 list-disc ps-5 wrap-anywhere">
        {blocking.slice(0, SHOWN_AT_MOST).map((each) => (
          <li key={each.kind + each.id}>{nameOf(each)}</li>
        ))}
      </ul>
      {blocking.length > SHOWN_AT_MOST && (
        <p>{text("more", { count: blocking.length - SHOWN_AT_MOST })}</p>
      )}
    </Alert>
  );
}

const kinds = [
  ...usualKinds,
  "loan",
  "fine",
  "loan_change",
  "fixed_deposit_redemption",
  "settlement",
  "financial_year",
  "bank",
] as const;
