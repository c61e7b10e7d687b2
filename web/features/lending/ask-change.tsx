import { useTranslations } from "use-intl";
import { askLoanChange } from "#endpoints/loan-changes.ts";
import type { Loan } from "#contract/loans.ts";
import { addDays } from "#domain/calendar.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { today } from "#web/ui/day.ts";
import { TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";

type AskChangeProps = { loan: Loan; kind: "reschedule" | "call"; onAsked: () => void };
type Fields = { instalments: string; first_due_on: string; reason: string };

/** Asks for new instalments, or to call the guarantors; an office approves by asking. */
export function AskChange({ loan, kind, onAsked }: AskChangeProps) {
  const text = useTranslations("loanChanges");
  const ask = useAction(askLoanChange);
  const form = useForm<Fields>({
    defaultValues: { instalments: "", first_due_on: "", reason: "" },
  });
  const { errors, isDirty } = form.formState;
  const count = Number(form.watch("instalments"));
  useUnsaved(isDirty);
  const forget = useDraft(form, `${kind} of ${loan.loan_id}`);
  const isCall = kind === "call";
  const submit = form.handleSubmit(async ({ instalments, first_due_on: first, reason }) => {
    const body = isCall
      ? { kind, reason }
      : { kind, reason, instalments, ...(first ? { first_due_on: first } : {}) };
    const outcome = await ask.run({ params: { id: loan.loan_id }, body });
    if (outcome.ok) {
      forget();
      onAsked();
    } else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      {!isCall && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={text("instalments")}
            inputMode="numeric"
            autoComplete="off"
            error={errors.instalments?.message}
            {...form.register("instalments", {
              validate: (typed) => typed.trim() !== "" || text("instalmentsRequired"),
            })}
          />
          <DayField
            control={form.control}
            name="first_due_on"
            optional
            label={text("firstDueOn")}
            help={text("firstDueOnHelp")}
            min={addDays(today(), 15)}
            max={addDays(today(), 62)}
          />
        </div>
      )}
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        help={text("reasonHelp")}
        required={text("reasonRequired")}
      />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {isCall
            ? unbroken(text("callSummary", { amount: formatMoney(loan.overdue ?? 0) }))
            : count > 0 && text("rescheduleSummary", { count })}
        </p>
        <Button type="submit" busy={ask.busy} className="flex-none">
          {text("ask")}
        </Button>
      </FormFoot>
    </Form>
  );
}
