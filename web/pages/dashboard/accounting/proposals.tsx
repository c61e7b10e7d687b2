import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getProposals } from "#contract/proposals.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DecideProposalForm } from "#web/features/proposals/decide-proposal-form.tsx";
import { ProposalsList } from "#web/features/proposals/proposals-list.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

export function ProposalsPage() {
  const text = useTranslations("proposals");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="proposals.read" who="officials">
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("text")} />
      <Proposals />
    </OfficeOnly>
  );
}

function Proposals() {
  const text = useTranslations("proposals");
  const navigate = useNavigate();
  const waiting = useEndpoint(getProposals);
  const [decidingOn, setDecidingOn] = useState<number | null>(null);
  const chosen = waiting.data?.proposals.find(({ id }) => id === decidingOn);
  const close = () => setDecidingOn(null);
  return (
    <>
      <ProposalsList
        proposals={waiting.data?.proposals}
        error={waiting.error?.detail}
        onRetry={() => void waiting.refetch()}
        onDecide={({ id }) => setDecidingOn(id)}
      />
      <Modal open={chosen !== undefined} onClose={close} title={text("dialog")}>
        {chosen && (
          <DecideProposalForm
            key={chosen.id}
            proposal={chosen}
            onDecided={close}
            onShowEntries={() => void navigate({ to: "/dashboard/accounting/entries" })}
          />
        )}
      </Modal>
    </>
  );
}
