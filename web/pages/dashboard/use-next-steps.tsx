import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getContributionApprovals, type Contribution } from "#contract/contributions.ts";
import { getUsers } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { paidUpTo } from "#web/features/contributions/paid-up-to.ts";
import type { NextStep } from "#web/features/home/next-steps.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatMonth, today } from "#web/ui/day.ts";

type Variant = "primary" | "secondary";

/** What this member should do next: decisions of their office first, then their own contribution. */
export function useNextSteps(
  contributions: readonly Contribution[] | undefined,
): readonly NextStep[] | undefined {
  const { may } = useMember();
  const approvals = useApprovalStep(may("approvals.list"));
  const newMembers = useNewMembersStep(may("members.manage"));
  const pay = usePayStep(may("contributions.pay"), contributions);
  const steps = [approvals, newMembers, pay];
  if (steps.some((step) => step === "waiting")) return undefined;
  return steps.filter((step) => step !== null && step !== "waiting");
}

type MaybeStep = NextStep | "waiting" | null;

function useApprovalStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const { data, isPending } = useEndpoint(getContributionApprovals, { enabled: applies });
  if (!applies) return null;
  if (isPending) return "waiting";
  const count = data?.pending_approvals.length ?? 0;
  if (count === 0) return null;
  return {
    key: "approvals",
    text: text("approveText", { count }),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/approvals/approve-monthly-contributions"
        className={buttonClass(variant, "flex-none")}
      >
        {text("approveButton", { count })}
      </Link>
    ),
  };
}

function useNewMembersStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const { data, isPending } = useEndpoint(getUsers, {
    query: { status: "pending_approval", page: 1, page_size: 1 },
    enabled: applies,
  });
  if (!applies) return null;
  if (isPending) return "waiting";
  const count = data?.count ?? 0;
  if (count === 0) return null;
  return {
    key: "members",
    text: text("membersText", { count }),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/admin/directors"
        search={{ status: "pending_approval" }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("membersButton", { count })}
      </Link>
    ),
  };
}

function usePayStep(
  applies: boolean,
  contributions: readonly Contribution[] | undefined,
): MaybeStep {
  const text = useTranslations("home");
  if (!applies) return null;
  if (contributions === undefined) return "waiting";
  return {
    key: "pay",
    text: payText(text, contributions),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/contributions"
        search={{ pay: true }}
        className={buttonClass(variant, "flex-none")}
      >
        {text("payFor")}
      </Link>
    ),
  };
}

function payText(
  text: ReturnType<typeof useTranslations<"home">>,
  contributions: readonly Contribution[],
): string {
  const upTo = paidUpTo(contributions);
  const thisMonth = today().slice(0, 7);
  if (contributions.length === 0) return text("payFirstText");
  if (upTo !== null && upTo.slice(0, 7) >= thisMonth)
    return text("payAheadText", { month: formatMonth(upTo) });
  const waits = contributions.some(
    ({ status }) => status === "pending" || status === "pending_approval",
  );
  return waits ? text("payWaitingText") : text("payText", { month: formatMonth(today()) });
}
