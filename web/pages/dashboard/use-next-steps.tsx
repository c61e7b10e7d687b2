import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getProposals } from "#endpoints/proposals.ts";
import { getUsers } from "#endpoints/members.ts";
import {
  failedOf,
  useEndpoint,
  type Prefetch,
  type Failed,
  type Reading,
} from "#web/api/use-query.ts";
import type { NextStep } from "#web/features/home/recap.tsx";
import { useMember, type Member } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import {
  prefetchWaitingCounts,
  useWaitingCounts,
  waitingKinds,
  waitingLists,
} from "./approvals/use-waiting-counts.ts";

type Variant = "primary" | "secondary";

/** What waits for this official, the most urgent first. `failed` reports what could not be loaded. */
export function useNextSteps(): { steps: readonly NextStep[] | undefined; failed: Failed | null } {
  const { may, user } = useMember();
  const openLines = useLinesStep(may("statements.write") ? user.open_statement_lines : undefined);
  const approvals = useApprovalStep(may("loan-applications.decide"));
  const proposals = useProposalsStep(may("proposals.read"));
  const newMembers = useNewMembersStep(may("members.manage"));
  const words = useWordsStep(user.words_to_agree);
  const found = [approvals, proposals, words, newMembers, openLines];
  const readings = found.flatMap((step) =>
    step !== null && step !== "waiting" && "readings" in step ? step.readings : [],
  );
  const failed = failedOf(readings);
  if (found.some((step) => step === "waiting")) return { steps: undefined, failed };
  return { steps: found.filter(isStep), failed };
}

export function prefetchNextSteps(prefetch: Prefetch, may: Member["may"]): void {
  if (may("loan-applications.decide")) prefetchWaitingCounts(prefetch, may);
  if (may("proposals.read")) prefetch(getProposals);
  if (may("members.manage")) prefetch(getUsers, { query: newMembersQuery });
}

/** Only the number of waiting members is shown, so one row is enough. */
const newMembersQuery = { status: "pending_approval", page: 1, page_size: 1 } as const;

/** A step, null for none, `waiting` while loading, or the queries that failed. */
type MaybeStep = NextStep | null | "waiting" | { readings: readonly Reading<unknown>[] };

function isStep(step: MaybeStep): step is NextStep {
  return step !== null && step !== "waiting" && !("readings" in step);
}

function useApprovalStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const { counts, readings } = useWaitingCounts(applies);
  if (!applies) return null;
  if (counts === undefined)
    return readings.some(({ isError }) => isError) ? { readings } : "waiting";
  const kinds = waitingKinds.filter((kind) => counts[kind] > 0);
  const [first] = kinds;
  if (first === undefined) return null;
  const count = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  return {
    key: "approvals",
    text: text("approveText", {
      items: kinds.map((kind) => text(`approve.${kind}`, { count: counts[kind] })).join(", "),
    }),
    link: (variant: Variant) => (
      <Link
        to={kinds.length === 1 ? waitingLists[first] : "/dashboard/approvals"}
        className={buttonClass(variant, "flex-none")}
      >
        {text("approveButton", { count })}
      </Link>
    ),
  };
}

/** Proposals that wait for a second official, also those that this one may not agree to (BOOK-20, MEM-28). */
function useProposalsStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const found = useEndpoint(getProposals, { enabled: applies });
  if (!applies) return null;
  if (found.isError) return { readings: [found] };
  if (found.isPending) return "waiting";
  const count = found.data.proposals.length;
  if (count === 0) return null;
  return {
    key: "proposals",
    text: text("proposalsText", { count }),
    link: (variant: Variant) => (
      <Link to="/dashboard/accounting/proposals" className={buttonClass(variant, "flex-none")}>
        {text("proposalsButton", { count })}
      </Link>
    ),
  };
}

function useNewMembersStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const found = useEndpoint(getUsers, { query: newMembersQuery, enabled: applies });
  if (!applies) return null;
  if (found.isError) return { readings: [found] };
  if (found.isPending) return "waiting";
  const count = found.data.count ?? 0;
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

/** Statement lines with no match in the books (STAT-19). The member's own data has their number. */
function useLinesStep(count: number | undefined): NextStep | null {
  const text = useTranslations("home");
  if (count === undefined) return null;
  return {
    key: "lines",
    text: text("linesText", { count }),
    link: (variant: Variant) => (
      <Link
        to="/dashboard/accounting/statements/lines"
        className={buttonClass(variant, "flex-none")}
      >
        {text("linesButton", { count })}
      </Link>
    ),
  };
}

/** The Chairperson's words that wait for another official (NOTE-7). The member's own data has their number. */
function useWordsStep(count: number | undefined): NextStep | null {
  const text = useTranslations("home");
  if (count === undefined) return null;
  return {
    key: "words",
    text: text("wordsText", { count }),
    link: (variant: Variant) => (
      <Link to="/dashboard/accounting/messages/words" className={buttonClass(variant, "flex-none")}>
        {text("wordsButton", { count })}
      </Link>
    ),
  };
}
