import { useTranslations } from "use-intl";
import { getUserFines } from "#contract/fines.ts";
import { getGroup } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DownloadPdf } from "#web/features/documents/download-pdf.tsx";
import { useAuditLine } from "#web/features/documents/print-lines.ts";
import {
  FinancialSummary,
  type FinancialSummaryProps,
} from "#web/features/home/financial-summary.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { PrintView } from "#web/ui/print-view.tsx";

/** User Financial Summary (SCR-13) as a sheet to be printed or saved. */
export function OwnSummary(props: Omit<FinancialSummaryProps, "fines" | "provenFor">) {
  const text = useTranslations("home.summary");
  const { user, may } = useMember();
  const group = useEndpoint(getGroup);
  const fines = useEndpoint(getUserFines, { figuresOnly: true });
  const proof = useAuditLine(may("reports.read"));

  return (
    <PrintView
      group={group.data?.name ?? ""}
      title={`${text("title")}: ${user.first_name} ${user.last_name}`}
      asOn={formatDay(today())}
      printedOn={formatDay(today())}
      proof={proof}
      actions={<DownloadPdf requested={{ report: "summary", memberId: user.id }} />}
    >
      <FinancialSummary
        {...props}
        provenFor={may("reports.read") ? user.id : null}
        fines={fines.data && { total: fines.data.total_fines, unpaid: fines.data.unpaid_fines }}
      />
    </PrintView>
  );
}
