import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getLoanChanges, type LoanChange } from "#endpoints/loan-changes.ts";
import { DecideChange } from "#web/features/approvals/decide-change.tsx";
import { ChangeView } from "#web/features/lending/change-view.tsx";
import { useMember } from "#web/features/session/session.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { useWaitingChanges } from "./use-waiting-changes.ts";

/** New instalments, and calls on guarantors, that wait for the official. */
export function ApproveLoanChangesPage() {
  return (
    <OfficeOnly needs="loan-applications.decide" who="approvers">
      <Changes />
    </OfficeOnly>
  );
}

ApproveLoanChangesPage.loader = ((prefetch, { may }) => {
  if (may("loan-applications.decide")) prefetch(getLoanChanges);
}) satisfies PageLoader;

function Changes() {
  const text = useTranslations("loanChanges");
  const { user, may } = useMember();
  const { found, waiting } = useWaitingChanges();
  const [deciding, setDeciding] = useState<LoanChange | null>(null);
  useDashboardTitle(text("title"));
  return (
    <>
      <BackLink to="/dashboard/approvals">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : waiting === undefined ? (
        <Skeleton className="h-80" />
      ) : waiting.length === 0 ? (
        <Card>
          <EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />
        </Card>
      ) : (
        <ul className="space-y-4 md:space-y-6">
          {waiting.map((change) => (
            <li key={change.id}>
              <Card title={titleOf(text, change)}>
                <Link
                  to="/dashboard/loans/$loanId"
                  params={{ loanId: String(change.loan.loan_id) }}
                  className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
                >
                  {change.loan.loan_name}
                </Link>
                <ChangeView change={change} viewer={{ id: user.id, may }} />
                <Button className="mt-4 w-full md:w-auto" onClick={() => setDeciding(change)}>
                  {text("decide")}
                  <span className="sr-only">{` ${change.member.full_name}`}</span>
                </Button>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <Modal
        open={deciding !== null}
        onClose={() => setDeciding(null)}
        title={deciding === null ? "" : titleOf(text, deciding)}
      >
        {deciding && <DecideChange change={deciding} onDecided={() => setDeciding(null)} />}
      </Modal>
    </>
  );
}

type Text = ReturnType<typeof useTranslations<"loanChanges">>;

function titleOf(text: Text, { kind, loan, member }: LoanChange): string {
  const facts = { loan: loan.loan_name, name: member.full_name };
  return text("of", { kind: text(`kinds.${kind}`), ...facts });
}
