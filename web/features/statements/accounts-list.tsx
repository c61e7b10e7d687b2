import { useTranslations } from "use-intl";
import {
  addStatementAccount,
  statementAccountKinds,
  type StatementAccount,
  type StatementAccountKind,
} from "#contract/statements.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type AccountsListProps = { accounts: readonly StatementAccount[] | undefined };

/** The accounts that hold the group's money, each with the day up to which statements prove it (STAT-1, STAT-5). */
export function AccountsList({ accounts }: AccountsListProps) {
  const text = useTranslations("statements");
  if (accounts === undefined) return <Skeleton className="h-36" />;
  if (accounts.length === 0)
    return (
      <Card>
        <EmptyState title={text("noAccounts")} hint={text("noAccountsHint")} />
      </Card>
    );
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
      {accounts.map((account) => (
        <li key={account.id}>
          <Account account={account} />
        </li>
      ))}
    </ul>
  );
}

function Account({ account }: { account: StatementAccount }) {
  const text = useTranslations("statements");
  const { name, kind, number, covered_to, balance, gaps } = account;
  return (
    <Card className="h-full">
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p className="text-sm text-muted wrap-anywhere">
        {text(`kinds.${kind}`)}
        {number !== null && ` · ${number}`}
      </p>
      <p className="mt-3 *:whitespace-normal">
        {covered_to === null ? (
          <Badge tone="plain">{text("notCovered")}</Badge>
        ) : (
          <Badge tone="good">{text("coveredTo", { day: formatDay(covered_to) })}</Badge>
        )}
      </p>
      {balance !== null && (
        <p className="mt-3 text-sm text-muted">
          {text("closing")} <Money amount={balance} className="font-semibold text-ink" />
        </p>
      )}
      {gaps.length > 0 && (
        <div className="mt-3 text-sm text-waiting">
          <p className="font-semibold">{text("gaps")}</p>
          <ul>
            {gaps.map(({ from, to }) => (
              <li key={from}>{text("gap", { from: formatDay(from), to: formatDay(to) })}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

type Fields = { name: string; kind: StatementAccountKind; number: string };

/** Adds an account that holds the group's money (STAT-1). */
export function AddAccountForm({ onAdded }: { onAdded: () => void }) {
  const text = useTranslations("statements");
  const add = useAction(addStatementAccount);
  const form = useForm<Fields>({ defaultValues: { name: "", kind: "mpesa_paybill", number: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, "statement account");
  useFirstFocus(() => form.setFocus("name"));

  const submit = form.handleSubmit(async ({ number, ...fields }) => {
    const outcome = await add.run({
      body: { ...fields, number: number.trim() === "" ? null : number },
    });
    if (outcome.ok) {
      forget();
      onAdded();
    } else showFieldErrors(form, outcome.error.errors);
  });

  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("add.name")}
        help={text("add.nameHelp")}
        maxLength={60}
        error={errors.name?.message}
        {...form.register("name", {
          validate: (name) => name.trim() !== "" || text("add.nameRequired"),
        })}
      />
      <SelectField
        label={text("add.kind")}
        options={statementAccountKinds.map((kind) => ({
          value: kind,
          label: text(`kinds.${kind}`),
        }))}
        error={errors.kind?.message}
        {...form.register("kind")}
      />
      <TextField
        label={text("add.number")}
        help={text("add.numberHelp")}
        optional
        maxLength={60}
        error={errors.number?.message}
        {...form.register("number")}
      />
      <FormFoot>
        <p className="text-sm text-muted">{text("add.note")}</p>
        <Button type="submit" busy={add.busy} className="flex-none">
          {text("add.submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}
