import { getRouteApi, Link } from "@tanstack/react-router";
import { ListChecks, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getStatementAccounts, getStatements } from "#contract/statements.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { AccountsList, AddAccountForm } from "#web/features/statements/accounts-list.tsx";
import { StatementsTable } from "#web/features/statements/statements-table.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/statements");
const PAGE_SIZE = 20;

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

/** Where the group's money lies, up to which day statements prove it, and every statement. */
function Statements() {
  const text = useTranslations("statements");
  const lines = useTranslations("statementLines");
  const { may, user } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const accounts = useEndpoint(getStatementAccounts);
  const found = useEndpoint(getStatements, { query: { page, page_size: PAGE_SIZE } });
  const known = accounts.data?.accounts ?? [];
  const mayUpload = may("statements.write");
  return (
    <>
      <PageHeader
        title={text("title")}
        subtitle={text("text")}
        actions={
          <>
            {known.length > 0 && (
              <Link
                to="/dashboard/accounting/statements/lines"
                className={buttonClass("secondary")}
              >
                <ListChecks aria-hidden className="size-5" />
                {lines("states.open")}
                {user.open_statement_lines !== undefined && ` (${user.open_statement_lines})`}
              </Link>
            )}
            {mayUpload && (
              <>
                <Button
                  variant="secondary"
                  icon={<Plus aria-hidden />}
                  onClick={() => setIsAdding(true)}
                >
                  {text("addAccount")}
                </Button>
                {known.length > 0 && (
                  <Link
                    to="/dashboard/accounting/statements/upload"
                    className={buttonClass("primary")}
                  >
                    <Upload aria-hidden className="size-5" />
                    {text("upload")}
                  </Link>
                )}
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
            <AccountsList accounts={accounts.data?.accounts} />
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
    </>
  );
}
