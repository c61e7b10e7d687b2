import { getRouteApi, Link } from "@tanstack/react-router";
import { BookOpenText, ListChecks, Plus, Upload } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { statementAccountKinds, type StatementAccountKind } from "#contract/choices.ts";
import {
  getStatementAccounts,
  getStatements,
  addStatementAccount,
  type StatementAccount,
} from "#endpoints/statements.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { ReadingsForm } from "#web/features/statements/questions.tsx";
import { StatementsTable } from "#web/features/statements/statements-table.tsx";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonClass, type ButtonVariant } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/statements");
const PAGE_SIZE = 20;

const statementsIn = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: PAGE_SIZE },
});

export function StatementsPage() {
  const text = useTranslations("statements");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="statements.read" who="officials">
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <Statements />
    </OfficeOnly>
  );
}

StatementsPage.loader = ((prefetch, { may, search }) => {
  if (!may("statements.read")) return;
  prefetch(getStatementAccounts);
  prefetch(getStatements, statementsIn(search));
}) satisfies PageLoader<typeof readPageSearch>;

/** The accounts that hold the group's money, the day up to which statements prove each, and every statement. */
function Statements() {
  const text = useTranslations("statements");
  const lines = useTranslations("statementLines");
  const { may, user } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [changing, setChanging] = useState<StatementAccount | null>(null);
  const accounts = useEndpoint(getStatementAccounts);
  const found = useEndpoint(getStatements, statementsIn({ page }));
  const known = accounts.data?.accounts ?? [];
  const mayUpload = may("statements.write");
  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("text")}
        actions={
          <>
            <LinkOnceOpen
              isOpen={known.length > 0}
              to="/dashboard/accounting/statements/lines"
              variant="secondary"
            >
              <ListChecks aria-hidden />
              {lines("states.open")}
              {user.open_statement_lines !== undefined && ` (${user.open_statement_lines})`}
            </LinkOnceOpen>
            {mayUpload && (
              <>
                <Button
                  variant="secondary"
                  icon={<Plus aria-hidden />}
                  onClick={() => setIsAdding(true)}
                >
                  {text("addAccount")}
                </Button>
                <LinkOnceOpen
                  isOpen={known.length > 0}
                  to="/dashboard/accounting/statements/upload"
                  variant="primary"
                >
                  <Upload aria-hidden />
                  {text("upload")}
                </LinkOnceOpen>
              </>
            )}
          </>
        }
      />
      <div className="space-y-6">
        <section aria-labelledby="statement-accounts" className="space-y-3">
          <h2 id="statement-accounts" className="text-xl">
            {text("accounts")}
          </h2>
          {accounts.isError ? (
            <LoadProblem detail={accounts.error.detail} onRetry={() => void accounts.refetch()} />
          ) : (
            <AccountsList
              accounts={accounts.data?.accounts}
              onChange={mayUpload ? setChanging : undefined}
            />
          )}
        </section>
        {(found.data === undefined || found.data.statements.length > 0 || known.length > 0) && (
          <section aria-labelledby="all-statements" className="space-y-3">
            <h2 id="all-statements" className="text-xl">
              {text("all")}
            </h2>
            <StatementsTable
              statements={found.data?.statements}
              accounts={known}
              error={found.error?.detail}
              onRetry={() => void found.refetch()}
              paging={{
                page,
                pageSize: PAGE_SIZE,
                count: found.data?.count ?? 0,
                onPage: (next) => void navigate({ search: { page: next } }),
              }}
              linkTo={({ id }, children) => (
                <Link
                  to="/dashboard/accounting/statements/$statementId"
                  params={{ statementId: String(id) }}
                  className="font-semibold text-brand underline underline-offset-4"
                >
                  {children}
                </Link>
              )}
            />
          </section>
        )}
      </div>
      <Modal open={isAdding} onClose={() => setIsAdding(false)} title={text("add.title")}>
        <AddAccountForm onAdded={() => setIsAdding(false)} />
      </Modal>
      <Modal
        open={changing !== null}
        onClose={() => setChanging(null)}
        title={text("questions.open")}
      >
        {changing !== null && <ReadingsForm account={changing} onDone={() => setChanging(null)} />}
      </Modal>
    </>
  );
}

type LinkOnceOpenProps = {
  isOpen: boolean;
  to: "/dashboard/accounting/statements/lines" | "/dashboard/accounting/statements/upload";
  variant: ButtonVariant;
  children: ReactNode;
};

/** A link that needs an account. Without one it is a disabled button of the same size, so that nothing moves later. */
function LinkOnceOpen({ isOpen, to, variant, children }: LinkOnceOpenProps) {
  if (isOpen)
    return (
      <Link to={to} className={buttonClass(variant)}>
        {children}
      </Link>
    );
  return (
    <Button variant={variant} disabled>
      {children}
    </Button>
  );
}

type AccountsListProps = {
  accounts: readonly StatementAccount[] | undefined;
  /** Left out for readers who may not change how files are read. */
  onChange: ((account: StatementAccount) => void) | undefined;
};

/** The accounts that hold the group's money, each with the day up to which statements prove it (STAT-1, STAT-5). */
function AccountsList({ accounts, onChange }: AccountsListProps) {
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
          <Account account={account} onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}

function Account({
  account,
  onChange,
}: { account: StatementAccount } & Pick<AccountsListProps, "onChange">) {
  const text = useTranslations("statements");
  const { name, kind, number, covered_to, covered_by_word_of: by, balance, gaps } = account;
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
      {covered_to !== null && by !== null && (
        <p className="mt-1 text-sm text-muted">
          {text("completeTo.wordOf", { day: formatDay(covered_to), name: by.full_name })}
        </p>
      )}
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
      {onChange !== undefined && Object.keys(account.readings).length > 0 && (
        <Button
          variant="quiet"
          icon={<BookOpenText aria-hidden />}
          onClick={() => onChange(account)}
          className="mt-3 -ms-3 text-sm"
        >
          {text("questions.open")}
          <span className="sr-only">{` ${name}`}</span>
        </Button>
      )}
    </Card>
  );
}

type Fields = { name: string; kind: StatementAccountKind; number: string };

/** Adds an account that holds the group's money (STAT-1). */
function AddAccountForm({ onAdded }: { onAdded: () => void }) {
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
