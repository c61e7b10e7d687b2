import { getLoanChanges, type LoanChange } from "#endpoints/loan-changes.ts";
import { officeOf } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";

/** Changes of loans that wait for the caller's office; undefined while loading. */
export function useWaitingChanges() {
  const { user, actor } = useMember();
  const office = officeOf(actor);
  const found = useEndpoint(getLoanChanges);
  const isMine = ({ member, calls, approval_status: verdicts }: LoanChange) =>
    // Nobody decides on a change of their own loan, or on a call on their own savings.
    member.id !== user.id &&
    calls.every((call) => call.member.id !== user.id) &&
    verdicts.some(
      ({ role, action }) =>
        action === "pending_approval" && (role === office || office === "Chairperson"),
    );
  return { found, waiting: found.data?.changes.filter(isMine) };
}
