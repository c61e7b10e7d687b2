import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { payContribution } from "#contract/contributions.ts";
import type { getDues } from "#contract/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { payFine } from "#contract/fines.ts";
import { applyForLoan, payLoan } from "#contract/loans.ts";
import type { User } from "#contract/members.ts";
import { firstOfMonth } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMonth, monthsAround, today } from "#web/ui/day.ts";
import { loanName } from "#web/ui/texts.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { readPositive } from "#web/ui/money-typing.ts";
import { ReferenceField, SelectField } from "#web/ui/field.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";

type Kind = "contribution" | "loan_payment" | "fine_payment" | "application";
const loanTypes = ["normal_loan", "emergency_loan"] as const;

type Fields = {
  kind: Kind;
  amount: string;
  contribution_month: string;
  payment_date: string;
  loan: string;
  loan_type: (typeof loanTypes)[number];
  payment_Reference_Code: string;
};

type Dues = ReplyOf<typeof getDues>;
type EnterFormProps = { member: User; dues: Dues; onEntered: () => void };

/** The member's own forms in one, filled in with what the member owes of the chosen kind. */
export function EnterForm({ member, dues, onEntered }: EnterFormProps) {
  const text = useTranslations("entering");
  const { contributions, fines, loans, office_applies: officeApplies = false } = dues;
  const contribute = useAction(payContribution);
  const repay = useAction(payLoan);
  const payFines = useAction(payFine);
  const apply = useAction(applyForLoan);
  const month = contributions.months_owed[0] ?? contributions.next?.month ?? firstOfMonth(today());
  const form = useForm<Fields>({
    defaultValues: {
      kind: "contribution",
      amount: plain(contributions.amount || contributions.next?.amount),
      contribution_month: month,
      payment_date: today(),
      loan: String(loans[0]?.loan_id ?? ""),
      loan_type: "normal_loan",
      payment_Reference_Code: "",
    },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const typed = useWatch({ control: form.control });
  const kind = typed.kind ?? "contribution";
  useUnsaved(isDirty);
  const forget = useDraft(form, `enter for ${member.id}`);
  const name = `${member.first_name} ${member.last_name}`;
  const cents = readPositive(typed.amount ?? "");

  const owedOf = (chosen: Kind, loan = form.getValues("loan")): number | undefined =>
    chosen === "contribution"
      ? contributions.amount || contributions.next?.amount
      : chosen === "fine_payment"
        ? fines
        : chosen === "loan_payment"
          ? loans.find(({ loan_id }) => String(loan_id) === loan)?.balance
          : undefined;
  const offer = (chosen: Kind, loan?: string) => {
    // The official's own input stays; suggested values are replaced.
    if (dirtyFields.amount === true) return;
    form.resetField("amount", { defaultValue: plain(owedOf(chosen, loan)) });
  };
  const owed = owedOf(kind, typed.loan);

  const send = (fields: Fields) => {
    const member_id = member.id;
    const { payment_Reference_Code, amount } = fields;
    const paid = { member_id, amount_paid: amount, payment_Reference_Code };
    const applied = { member_id, amount, loan_type: fields.loan_type };
    switch (fields.kind) {
      case "contribution":
        return contribute.run({
          body: {
            ...paid,
            contribution_month: fields.contribution_month,
            payment_date: `${fields.payment_date}T00:00:00+03:00`,
          },
        });
      case "loan_payment":
        return repay.run({ params: { id: fields.loan }, body: paid });
      case "fine_payment":
        return payFines.run({ body: paid });
      case "application":
        return apply.run({ body: applied });
    }
  };
  const submit = form.handleSubmit(async (fields) => {
    const outcome = await send(fields);
    if (outcome.ok) {
      forget();
      return onEntered();
    }
    const { amount_paid: ofAmount, ...others } = outcome.error.errors;
    return showFieldErrors(form, {
      ...others,
      ...(ofAmount === undefined ? {} : { amount: ofAmount }),
    });
  });
  const needed = { validate: (value: string) => value.trim() !== "" || text("required") };
  const kindField = form.register("kind");
  const loanField = form.register("loan");

  return (
    <Form onSubmit={submit}>
      <SelectField
        label={text("kind")}
        options={[
          { value: "contribution", label: text("kinds.contribution") },
          {
            value: "loan_payment",
            label: text(loans.length === 0 ? "kindsNone.loan_payment" : "kinds.loan_payment"),
            disabled: loans.length === 0,
          },
          {
            value: "fine_payment",
            label: text(fines === 0 ? "kindsNone.fine_payment" : "kinds.fine_payment"),
            disabled: fines === 0,
          },
          ...(officeApplies ? [{ value: "application", label: text("kinds.application") }] : []),
        ]}
        help={text(officeApplies ? "officeApplies" : "appliesThemselves", { name })}
        {...kindField}
        onChange={(event) => {
          void kindField.onChange(event);
          offer(event.target.value as Kind);
        }}
      />
      {kind === "loan_payment" && (
        <SelectField
          label={text("loan")}
          options={loans.map((loan) => ({
            value: String(loan.loan_id),
            label: text("loanOf", {
              name: loanName(loan.loan_name),
              balance: formatMoney(loan.balance),
            }),
          }))}
          {...loanField}
          onChange={(event) => {
            void loanField.onChange(event);
            offer("loan_payment", event.target.value);
          }}
        />
      )}
      {kind === "application" && (
        <SelectField
          label={text("loanType")}
          options={loanTypes.map((type) => ({ value: type, label: text(`loanTypes.${type}`) }))}
          error={errors.loan_type?.message}
          {...form.register("loan_type")}
        />
      )}
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (value) => readPositive(value) !== null || text("amountRequired") }}
        label={text("amount")}
        help={owed !== undefined && text("owed", { amount: formatMoney(owed) })}
      />
      {kind === "contribution" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={text("month")}
            options={[...new Set([...monthsAround(today(), 36, 24), month])]
              .toSorted()
              .toReversed()
              .map((each) => ({ value: each, label: formatMonth(each) }))}
            error={errors.contribution_month?.message}
            {...form.register("contribution_month")}
          />
          <DayField
            control={form.control}
            name="payment_date"
            rules={needed}
            label={text("date")}
            max={today()}
          />
        </div>
      )}
      {kind !== "application" && (
        <ReferenceField
          label={text("reference")}
          help={text("referenceHelp")}
          error={errors.payment_Reference_Code?.message}
          {...form.register("payment_Reference_Code", {
            validate: (value, { kind: of }) =>
              of === "application" || value.trim() !== "" || text("required"),
          })}
        />
      )}
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {cents === null
            ? text("summaryEmpty")
            : unbroken(
                text("summary", { what: text(`kinds.${kind}`), amount: formatKes(cents), name }),
              )}
        </p>
        <Button
          type="submit"
          busy={contribute.busy || repay.busy || payFines.busy || apply.busy}
          className="flex-none"
        >
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

/** An amount of the API in KES as an amount field holds it. */
function plain(amount: number | undefined): string {
  return amount === undefined || amount === 0 ? "" : amount.toFixed(2);
}
