import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getGroup } from "#contract/group.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type GroupInfoProps = {
  group: ReplyOf<typeof getGroup> | undefined;
  /** Members who share in the interest; null for who may not know. */
  activeMembers: number | null | undefined;
  /** Why one of them could not be loaded, in words. */
  error: string | undefined;
  onRetry: () => void;
};

/** The group at a glance. */
export function GroupInfo({ group, activeMembers, error, onRetry }: GroupInfoProps) {
  const text = useTranslations("home");
  const waiting = <Skeleton className="ms-auto h-5 w-20" />;
  if (error !== undefined)
    return (
      <Card title={group?.name ?? text("group")}>
        <LoadProblem detail={error} onRetry={onRetry} />
      </Card>
    );
  return (
    <Card title={group?.name ?? text("group")}>
      <Facts
        facts={[
          ...(activeMembers === null
            ? []
            : [{ label: text("membersSharing"), value: activeMembers ?? waiting }]),
          {
            label: text("monthlyContribution"),
            value: group ? <Money amount={group.monthly_contribution} /> : waiting,
          },
          { label: text("bank"), value: group?.bank_name ?? waiting },
        ]}
      />
    </Card>
  );
}
