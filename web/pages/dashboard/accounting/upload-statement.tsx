import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getStatementAccounts } from "#contract/statements.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { UploadStatement } from "#web/features/statements/upload-statement.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

export function UploadStatementPage() {
  const text = useTranslations("statements");
  useDashboardTitle(text("file.title"));
  return (
    <OfficeOnly needs="statements.write" who="approvers">
      <BackLink to="/dashboard/accounting/statements">{text("backToStatements")}</BackLink>
      <PageHeader title={text("file.title")} subtitle={text("file.text")} />
      <Upload />
    </OfficeOnly>
  );
}

function Upload() {
  const navigate = useNavigate();
  const accounts = useEndpoint(getStatementAccounts);
  if (accounts.isError)
    return <LoadProblem detail={accounts.error.detail} onRetry={() => void accounts.refetch()} />;
  if (accounts.data === undefined) return <Skeleton className="h-56" />;
  return (
    <UploadStatement
      accounts={accounts.data.accounts}
      onImported={({ id }) =>
        void navigate({
          to: "/dashboard/accounting/statements/$statementId",
          params: { statementId: String(id) },
        })
      }
    />
  );
}
