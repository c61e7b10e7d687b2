import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  LOAN_PAYMENT,
  type UsualKind,
} from "#domain/payments/payment-kinds.ts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { memberFacts, whyNoPayment } from "#domain/members/member-status.ts";
import { payContribution } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import type { LoanDue } from "#contract/dues.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import { payFund } from "#endpoints/funds.ts";
import { payFine } from "#endpoints/fines.ts";
import { applyForLoan, payLoan } from "#endpoints/loans.ts";
import { type User, getUsers } from "#endpoints/members.ts";
import { monthsToPay } from "#domain/months-to-pay.ts";
import { formatKes } from "#domain/money.ts";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMonth, today } from "#web/ui/day.ts";
import { SelectField, TextField, ReferenceField } from "#web/ui/field.tsx";
import { Form, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type EnterForMemberProps = {
  /** Left out if the member is chosen first. */
  member?: User | undefined;
  onEntered: () => void;
};

/** A payment or an application in the name of a member, who is chosen first (OPEN-54). */
export function EnterForMember({ member: known, onEntered }: EnterForMemberProps) {
  const text = useTranslations("entering");
  const [chosen, setChosen] = useState<User | null>(null);
  const member = known ?? chosen;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{text("intro")}</p>
      {known === undefined && <ChooseMember member={chosen} onMember={setChosen} />}
      {member !== null && <WithDuesOf key={member.id} member={member} onEntered={onEntered} />}
    </div>
  );
}

function WithDuesOf({ member, onEntered }: { member: User; onEntered: () => void }) {
  const dues = useEndpoint(getDues, { query: { member: member.id } });
  if (dues.isError)
    return <LoadProblem detail={dues.error.detail} onRetry={() => void dues.refetch()} />;
  if (dues.data === undefined) return <Skeleton className="h-72" />;
  return <EnterForm member={member} dues={dues.data} onEntered={onEntered} />;
}

const SHOWN_AT_MOST = 20;

type ChooseMemberProps = { member: User | null; onMember: (member: User | null) => void };

/** Chooses one member: type a few letters of the name, then pick from the matches. */
function ChooseMember({ member, onMember }: ChooseMemberProps) {
  const text = useTranslations("entering");
  const [search, setSearch] = useState("");
  const found = useEndpoint(getUsers, {
    query: { search: search.trim(), page: 1, page_size: SHOWN_AT_MOST },
  });
  const users = (found.data?.users ?? []).filter(
    (user) => whyNoPayment(memberFacts(user)) === null,
  );
  const more = (found.data?.count ?? 0) - SHOWN_AT_MOST;
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  const shown =
    member === null || users.some(({ id }) => id === member.id) ? users : [member, ...users];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        type="search"
        optional
        label={text("find")}
        help={text("findHelp")}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <SelectField
        label={text("member")}
        placeholder={text("chooseMember")}
        help={
          found.data !== undefined && users.length === 0
            ? text("nobody")
            : more > 0
              ? text("more", { count: more })
              : undefined
        }
        options={shown.map((each) => ({
          value: String(each.id),
          label: `${each.first_name} ${each.last_name} · ${each.reg_number}`,
        }))}
        value={member === null ? "" : String(member.id)}
        onChange={({ target }) =>
          onMember(shown.find(({ id }) => String(id) === target.value) ?? null)
        }
      />
    </div>
  );
}

type Kind = UsualKind | typeof FUND_PAYMENT | "application";
const loanTypes = ["normal_loan", "emergency_loan"] as const;

type Fields = {
  kind: Kind;
  amount: string;
  contribution_month: string;
  payment_date: string;
  loan: string;
  fund: string;
  loan_type: (typeof loanTypes)[number];
  payment_Reference_Code: string;
};

type Dues = ReplyOf<typeof getDues>;
type EnterFormProps = { member: User; dues: Dues; onEntered: () => void };

/** The member's own forms in one, filled in with what the member owes of the chosen kind. */
function EnterForm({ member, dues, onEntered }: EnterFormProps) {
  const text = useTranslations("entering");
  const { contributions, fines, loans, funds = [], office_applies: officeApplies = false } = dues;
  const contribute = useAction(payContribution);
  const repay = useAction(payLoan);
  const payFines = useAction(payFine);
  const payIn = useAction(payFund);
  const apply = useAction(applyForLoan);
  const months = monthsToPay(contributions, today());
  const form = useForm<Fields>({
    defaultValues: {
      kind: CONTRIBUTION,
      amount: plain(contributions.amount || contributions.next?.amount),
      contribution_month: months.next,
      payment_date: today(),
      loan: String(loans[0]?.loan_id ?? ""),
      fund: String(funds[0]?.fund_id ?? ""),
      loan_type: "normal_loan",
      payment_Reference_Code: "",
    },
  });
  const { errors, isDirty, dirtyFields } = form.formState;
  const typed = useWatch({ control: form.control });
  const kind = typed.kind ?? CONTRIBUTION;
  useUnsaved(isDirty);
  const forget = useDraft(form, `enter for ${member.id}`);
  const name = `${member.first_name} ${member.last_name}`;
  const cents = readPositive(typed.amount ?? "");

  const owedOf = (chosen: Kind, of?: string): number | undefined => {
    const loan = of ?? form.getValues("loan");
    const fund = of ?? form.getValues("fund");
    if (chosen === FUND_PAYMENT) return funds.find(({ fund_id }) => String(fund_id) === fund)?.owed;
    return chosen === CONTRIBUTION
      ? contributions.amount || contributions.next?.amount
      : chosen === FINE_PAYMENT
        ? fines
        : chosen === LOAN_PAYMENT
          ? owedOn(loans.find(({ loan_id }) => String(loan_id) === loan))
          : undefined;
  };
  const offer = (chosen: Kind, of?: string) => {
    // The official's own input stays; suggested values are replaced.
    if (dirtyFields.amount === true) return;
    form.resetField("amount", { defaultValue: plain(owedOf(chosen, of)) });
  };
  const owed = owedOf(kind, kind === FUND_PAYMENT ? typed.fund : typed.loan);

  const send = (fields: Fields) => {
    const member_id = member.id;
    const { payment_Reference_Code, amount } = fields;
    const paid = { member_id, amount_paid: amount, payment_Reference_Code };
    const applied = { member_id, amount, loan_type: fields.loan_type };
    switch (fields.kind) {
      case CONTRIBUTION:
        return contribute.run({
          body: {
            ...paid,
            contribution_month: fields.contribution_month,
            payment_date: `${fields.payment_date}T00:00:00+03:00`,
          },
        });
      case LOAN_PAYMENT:
        return repay.run({ params: { id: fields.loan }, body: paid });
      case FINE_PAYMENT:
        return payFines.run({ body: paid });
      case FUND_PAYMENT:
        return payIn.run({ params: { id: fields.fund }, body: paid });
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
  const fundField = form.register("fund");

  return (
    <Form onSubmit={submit}>
      <AmountField
        control={form.control}
        name="amount"
        rules={{ validate: (value) => readPositive(value) !== null || text("amountRequired") }}
        label={text("amount")}
        help={owed !== undefined && text("owed", { amount: formatMoney(owed) })}
      />
      <SelectField
        label={text("kind")}
        options={[
          { value: CONTRIBUTION, label: text("kinds.contribution") },
          {
            value: LOAN_PAYMENT,
            label: text(loans.length === 0 ? "kindsNone.loan_payment" : "kinds.loan_payment"),
            disabled: loans.length === 0,
          },
          {
            value: FINE_PAYMENT,
            label: text(fines === 0 ? "kindsNone.fine_payment" : "kinds.fine_payment"),
            disabled: fines === 0,
          },
          ...(funds.length === 0
            ? []
            : [{ value: FUND_PAYMENT, label: text("kinds.fund_payment") }]),
          ...(officeApplies ? [{ value: "application", label: text("kinds.application") }] : []),
        ]}
        help={text(officeApplies ? "officeApplies" : "appliesThemselves", { name })}
        {...kindField}
        onChange={(event) => {
          void kindField.onChange(event);
          offer(event.target.value as Kind);
        }}
      />
      {kind === LOAN_PAYMENT && (
        <SelectField
          label={text("loan")}
          options={loans.map((loan) => ({
            value: String(loan.loan_id),
            label: text("loanOf", {
              name: loan.loan_name,
              balance: formatMoney(loan.balance),
            }),
          }))}
          {...loanField}
          onChange={(event) => {
            void loanField.onChange(event);
            offer(LOAN_PAYMENT, event.target.value);
          }}
        />
      )}
      {kind === FUND_PAYMENT && (
        <SelectField
          label={text("fund")}
          options={funds.map(({ fund_id: id, name: ofFund }) => ({
            value: String(id),
            label: ofFund,
          }))}
          {...fundField}
          onChange={(event) => {
            void fundField.onChange(event);
            offer(FUND_PAYMENT, event.target.value);
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
      {kind === CONTRIBUTION && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={text("month")}
            options={months.all.map((each) => ({ value: each, label: formatMonth(each) }))}
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
          busy={contribute.busy || repay.busy || payFines.busy || payIn.busy || apply.busy}
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

/** KES: of a loan by instalments what is overdue, else what is left of the next one; of another its balance. */
function owedOn(loan: LoanDue | undefined): number | undefined {
  if (loan?.overdue === undefined) return loan?.balance;
  return loan.overdue || loan.a_month_to_be_done;
}
