import { useTranslations } from "use-intl";
import { getOfficeProposals } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { OfficeProposals } from "#web/features/offices/office-proposals.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";

/** The offices that wait, of everybody or of one member; nothing where none does. */
export function ProposedOffices({ of: memberId }: { of?: number }) {
  const text = useTranslations("offices");
  const { actor } = useMember();
  const found = useEndpoint(getOfficeProposals);
  const proposals = found.data?.proposals.filter(
    ({ member }) => memberId === undefined || member.id === memberId,
  );
  if (proposals === undefined && !found.isError) return null;
  if (proposals?.length === 0) return null;
  return (
    <Card title={text(memberId === undefined ? "title" : "own")}>
      {proposals === undefined ? (
        <LoadProblem detail={found.error?.detail ?? ""} onRetry={() => void found.refetch()} />
      ) : (
        <OfficeProposals proposals={proposals} actor={actor} />
      )}
    </Card>
  );
}
