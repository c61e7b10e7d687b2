import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { getBadDebts, recoverBadDebt, type BadDebt } from "#endpoints/settlements.ts";
import type { User } from "#contract/members.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { formatKes } from "#domain/money.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoment, today } from "#web/ui/day.ts";
import { Facts } from "#web/ui/card.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { Money, sumCents, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AtTheBank, emptyAtTheBank } from "./at-the-bank.tsx";

type RecoverBadDebtFormProps = {
  user: User;
  onRecovered: () => void;
  onShowEntry: (entry: { id: number; date: PlainDate }) => void;
};

/** What a member who left still owes, and a form that records a repayment (EXIT-11). */
export function RecoverBadDebtForm(props: RecoverBadDebtFormProps) {
  const { user } = props;
  const text = useTranslations("settlements");
  const found = useEndpoint(getBadDebts, { query: { member: user.id } });
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined)
    return (
      <div aria-busy className="space-y-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-12" />
      </div>
    );
  const open = found.data.debts.filter(({ status }) => status === "open");
  if (open.length === 0) return <Alert tone="note">{text("noDebts")}</Alert>;
  return <Recovery {...props} debts={open} />;
}

type RecoveryProps = RecoverBadDebtFormProps & { debts: readonly BadDebt[] };

function Recovery({ user, debts, onRecovered, onShowEntry }: RecoveryProps) {
  const text = useTranslations("settlements");
  const name = `${user.first_name} ${user.last_name}`;
  const outstanding = sumCents(debts.map((each) => each.outstanding));
  const recover = useAction(recoverBadDebt, {
    toastAction: ({ entry_id: id }) => ({
      label: text("viewEntry"),
      onPress: () => onShowEntry({ id, date: today() }),
    }),
  });
  const form = useForm({ defaultValues: { recovered_amount: "", ...emptyAtTheBank } });
  const { isDirty, errors } = form.formState;
  const typed = useWatch({ control: form.control, name: "recovered_amount" });
  const cents = readPositive(typed);
  useUnsaved(isDirty);
  const forget = useDraft(form, `recover ${user.id}`);
  useFirstFocus(() => form.setFocus("recovered_amount"));

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await recover.run({ body: { member_id: user.id, ...fields } });
    if (outcome.ok) {
      forget();
      onRecovered();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const decide = (amount: string) => {
    const wanted = readPositive(amount);
    if (wanted === null) return text("positive");
    return wanted <= outstanding || text("tooMuch", { amount: formatKes(outstanding) });
  };

  return (
    <Form onSubmit={submit}>
      {debts.map((debt) => (
        <FactsOfDebt key={debt.id} debt={debt} />
      ))}
      <AmountField
        control={form.control}
        name="recovered_amount"
        rules={{ validate: decide }}
        label={text("amount")}
        help={text("amountHelp", { amount: formatKes(outstanding) })}
      />
      <AtTheBank control={form.control} register={form.register} errors={errors} />
      <FormFoot>
        <p aria-live="polite" className="text-sm font-semibold">
          {cents === null || cents > outstanding
            ? text("recoverEmpty")
            : unbroken(
                text("recoverSummary", {
                  name,
                  amount: formatKes(cents),
                  left: formatKes(outstanding - cents),
                }),
              )}
        </p>
        <Button type="submit" busy={recover.busy} className="flex-none">
          {text("recoverSubmit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

function FactsOfDebt({ debt }: { debt: RecoveryProps["debts"][number] }) {
  const text = useTranslations("settlements");
  return (
    <Facts
      facts={[
        { label: text("opened"), value: formatMoment(debt.created_at) },
        { label: text("principal"), value: <Money amount={debt.principal} /> },
        { label: text("interest"), value: <Money amount={debt.interest_receivable} /> },
        {
          label: text("outstanding"),
          value: <Money amount={debt.outstanding} className="text-lg text-bad" />,
        },
      ]}
    />
  );
}
