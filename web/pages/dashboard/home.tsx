import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getContributions } from "#contract/contributions.ts";
import { getGroup } from "#contract/group.ts";
import { getActiveUserCount } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { PaymentCards, PaymentCardsWaiting } from "#web/features/contributions/payment-cards.tsx";
import { savingsParts } from "#web/features/contributions/savings-parts.ts";
import { GroupInfo } from "#web/features/home/group-info.tsx";
import { NextSteps } from "#web/features/home/next-steps.tsx";
import { SavingsCard } from "#web/features/home/savings-card.tsx";
import { StandingNote } from "#web/features/home/standing-note.tsx";
import { UserInfo } from "#web/features/home/user-info.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { useDashboardTitle } from "./use-dashboard-title.ts";
import { useNextSteps } from "./use-next-steps.tsx";

const latestShown = 3;

export function HomePage() {
  const text = useTranslations("home");
  const { user, may } = useMember();
  const own = useEndpoint(getContributions);
  const group = useEndpoint(getGroup);
  const mayKnowGroup = may("group.read-figures");
  const active = useEndpoint(getActiveUserCount, { enabled: mayKnowGroup });
  const contributions = own.data?.monthly_contributions_receipts;
  const steps = useNextSteps(own.isError ? [] : contributions);
  useDashboardTitle(text("title"));

  return (
    <>
      <h1 className="sr-only">{text("title")}</h1>
      <div className="grid gap-4 md:gap-6 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 md:gap-6 lg:col-span-2">
          <StandingNote user={user} />
          <SavingsCard
            saved={user.total_contributions}
            parts={own.data && savingsParts(own.data)}
          />
          <NextSteps steps={steps} />
          <Card
            title={text("latest")}
            aside={
              <Link
                to="/dashboard/contributions"
                className="-my-2 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
              >
                {text("allContributions")}
              </Link>
            }
          >
            {own.isError ? (
              <LoadProblem detail={own.error.detail} onRetry={() => void own.refetch()} />
            ) : contributions === undefined ? (
              <PaymentCardsWaiting />
            ) : contributions.length === 0 ? (
              <EmptyState drawing="coins" title={text("none")} hint={text("noneHint")} />
            ) : (
              <PaymentCards contributions={contributions.slice(0, latestShown)} />
            )}
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4 md:gap-6">
          <UserInfo user={user} />
          <GroupInfo
            group={group.data}
            activeMembers={mayKnowGroup ? active.data?.active_users_count : null}
          />
        </div>
      </div>
    </>
  );
}
