import { useState } from "react";
import { useTranslations } from "use-intl";
import { getLoanChanges } from "#endpoints/loan-changes.ts";
import type { Loan } from "#contract/loans.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { AskChange } from "./ask-change.tsx";
import { ChangeView, isWaiting } from "./change-view.tsx";
import type { Viewer } from "./viewer.ts";

/** The changes of a loan, the one that waits open, and the buttons that ask for another. */
export function ChangesCard({ loan, viewer }: { loan: Loan; viewer: Viewer }) {
  const text = useTranslations("loanChanges");
  const { may } = viewer;
  const found = useEndpoint(getLoanChanges, { query: { loan_id: loan.loan_id } });
  const [opened, setOpened] = useState<"reschedule" | "call" | null>(null);
  const changes = found.data?.changes ?? [];
  const waiting = changes.filter(isWaiting);
  const past = changes.filter((change) => !isWaiting(change));
  const runs = loan.status === "active" || loan.status === "default";
  const isOfficial = may("loan-applications.decide");
  const isOwn = loan.member.id === viewer.id;
  const isFree = runs && found.data !== undefined && waiting.length === 0;
  const mayReschedule = isFree && ((isOwn && may("loans.repay")) || (!isOwn && isOfficial));
  const isGuaranteed = (loan.guarantees ?? []).some(({ held }) => held > 0);
  const mayCall = isFree && !isOwn && isOfficial && isGuaranteed && (loan.overdue ?? 0) > 0;
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (changes.length === 0 && !mayReschedule && !mayCall) return null;
  return (
    <Card title={text("onLoan")}>
      <div className="space-y-4">
        {waiting.map((change) => (
          <section key={change.id}>
            <h3 className="font-semibold">{text(`kinds.${change.kind}`)}</h3>
            <ChangeView change={change} viewer={viewer} />
          </section>
        ))}
        {past.map((change) => (
          <Disclosure
            key={change.id}
            label={`${text(`kinds.${change.kind}`)}: ${text(change.status === "approved" ? "done" : "refused")}`}
          >
            <ChangeView change={change} viewer={viewer} />
          </Disclosure>
        ))}
        {(mayReschedule || mayCall) && (
          <div className="flex flex-wrap gap-2">
            {mayReschedule && (
              <Button
                variant="secondary"
                className="max-sm:w-full"
                onClick={() => setOpened("reschedule")}
              >
                {text("askReschedule")}
              </Button>
            )}
            {mayCall && (
              <Button
                variant="secondary"
                className="max-sm:w-full"
                onClick={() => setOpened("call")}
              >
                {text("askCall")}
              </Button>
            )}
          </div>
        )}
      </div>
      <Modal
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={text(opened === "call" ? "callTitle" : "rescheduleTitle")}
        description={text(opened === "call" ? "callText" : "rescheduleText")}
      >
        {opened && <AskChange loan={loan} kind={opened} onAsked={() => setOpened(null)} />}
      </Modal>
    </Card>
  );
}
