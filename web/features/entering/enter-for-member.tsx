import { useState } from "react";
import { useTranslations } from "use-intl";
import { getDues } from "#contract/dues.ts";
import type { User } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChooseMember } from "./choose-member.tsx";
import { EnterForm } from "./enter-form.tsx";

type EnterForMemberProps = {
  /** Left out where the member is chosen first. */
  member?: User | undefined;
  onEntered: () => void;
};

/** A payment or an application in the name of a member, who is chosen first (OPEN-54). */
export function EnterForMember({ member: known, onEntered }: EnterForMemberProps) {
  const text = useTranslations("entering");
  const [chosen, setChosen] = useState<User | null>(null);
  const member = known ?? chosen;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">{text("intro")}</p>
      {known === undefined && <ChooseMember member={chosen} onMember={setChosen} />}
      {member !== null && <WithDuesOf key={member.id} member={member} onEntered={onEntered} />}
    </div>
  );
}

function WithDuesOf({ member, onEntered }: { member: User; onEntered: () => void }) {
  const dues = useEndpoint(getDues, { query: { member: member.id } });
  if (dues.isError)
    return <LoadProblem detail={dues.error.detail} onRetry={() => void dues.refetch()} />;
  if (dues.data === undefined) return <Skeleton className="h-72" />;
  return <EnterForm member={member} dues={dues.data} onEntered={onEntered} />;
}
