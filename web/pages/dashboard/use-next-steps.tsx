import { Link, linkOptions } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getCash } from "#endpoints/cash.ts";
import { getSettings } from "#endpoints/group.ts";
import { getWaiting } from "#endpoints/waiting.ts";
import type { WaitingKind } from "#domain/waiting-kinds.ts";
import {
  failedOf,
  useEndpoint,
  type Prefetch,
  type Failed,
  type Reading,
} from "#web/api/use-query.ts";
import { laterMeetings } from "#web/features/meetings/later-meetings.ts";
import type { NextStep } from "#web/features/home/recap.tsx";
import { useMember, type Member } from "#web/features/session/session.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { listedKinds, waitingLists } from "./approvals/waiting-lists.ts";
import { useLatestMeetings } from "./use-latest-meetings.ts";
import { useWhatWaits, type Counts } from "./what-waits.ts";

type Variant = "primary" | "secondary";

/** What waits for this official, the most urgent first. `failed` reports what could not be loaded. */
export function useNextSteps(): { steps: readonly NextStep[] | undefined; failed: Failed | null } {
  const { may, user } = useMember();
  const waits = useWhatWaits({ enabled: may(isOfficial) });
  const counted = useCountedStep(waits.counts ?? {});
  const approvals = useApprovalStep(waits.counts ?? {});
  const latest = useLatestMeetings();
  const asksKeeper = latest.meets && may("meetings.write");
  const minutes = useMinutesStep(asksKeeper, latest, user.id);
  const cash = useCashStep(asksKeeper);
  if (!may(isOfficial)) return { steps: [], failed: null };
  const found = [
    ofReading(waits.reading),
    approvals,
    counted("proposal"),
    counted("word"),
    counted("new_member"),
    minutes,
    cash,
    counted("line"),
  ];
  const readings = found.flatMap((step) =>
    step !== null && step !== "waiting" && "readings" in step ? step.readings : [],
  );
  const failed = failedOf(readings);
  if (found.some((step) => step === "waiting")) return { steps: undefined, failed };
  return { steps: found.filter(isStep), failed };
}

export function prefetchNextSteps(prefetch: Prefetch, may: Member["may"]): void {
  if (may(isOfficial)) prefetch(getWaiting);
  if (may("reports.read")) prefetch(getSettings);
}

const isOfficial = "loan-applications.decide";

/** A step, null for none, `waiting` while loading, or the queries that failed. */
type MaybeStep = NextStep | null | "waiting" | { readings: readonly Reading<unknown>[] };

function isStep(step: MaybeStep): step is NextStep {
  return step !== null && step !== "waiting" && !("readings" in step);
}

function ofReading(reading: Reading<unknown>): MaybeStep {
  if (reading.isError) return { readings: [reading] };
  return reading.isPending ? "waiting" : null;
}

/** What the offices decide on, as one step. Changes of loans and collections are only on the page of approvals. */
function useApprovalStep(counts: Counts): NextStep | null {
  const text = useTranslations("home");
  const { contested_payments: contested } = useMember().user;
  const found = listedKinds.flatMap((kind) => {
    const { [kind]: count = 0 } = counts;
    return kind === "loan_change" || kind === "collection" || count === 0 ? [] : [{ kind, count }];
  });
  const [first] = found;
  if (first === undefined) return null;
  const all = found.reduce((sum, { count }) => sum + count, 0);
  return {
    key: "approvals",
    text: sentences(
      text("approveText", {
        items: found.map(({ kind, count }) => text(`approve.${kind}`, { count })).join(", "),
      }),
      contested && text("contestedText", { count: contested }),
    ),
    link: (variant: Variant) => (
      <Link
        to={found.length === 1 ? waitingLists[first.kind] : "/dashboard/approvals"}
        className={buttonClass(variant, "flex-none")}
      >
        {text("approveButton", { count: all })}
      </Link>
    ),
  };
}

const sentences = (...texts: (string | number | undefined)[]) => texts.filter(Boolean).join(" ");

/** Every other kind that is a step of its own: its texts are `home.{words}Text` and `home.{words}Button`. */
const countedSteps = {
  // Also those that this official may not agree to (BOOK-20, MEM-28).
  proposal: {
    words: "proposals",
    needs: "proposals.read",
    link: linkOptions({ to: "/dashboard/accounting/proposals" }),
  },
  // The Chairperson's words that wait for another official (NOTE-7).
  word: {
    words: "words",
    needs: isOfficial,
    link: linkOptions({ to: "/dashboard/accounting/messages/words" }),
  },
  // New members who wait for the Chairperson (MEM-43).
  new_member: {
    words: "members",
    needs: isOfficial,
    link: linkOptions({
      to: "/dashboard/admin/directors",
      search: { status: "pending_approval" },
    }),
  },
  // Statement lines with no match in the books (STAT-19).
  line: {
    words: "lines",
    needs: "statements.write",
    link: linkOptions({ to: "/dashboard/accounting/statements/lines" }),
  },
} as const satisfies Partial<
  Record<WaitingKind, { words: string; needs: Parameters<Member["may"]>[0]; link: unknown }>
>;

/** Returns the step of a kind, null if nothing of it waits. */
function useCountedStep(counts: Counts): (kind: keyof typeof countedSteps) => NextStep | null {
  const text = useTranslations("home");
  const { user, may } = useMember();
  const { statement_lines_with_twins: twins } = user;
  return (kind) => {
    const { words, needs, link } = countedSteps[kind];
    const { [kind]: count = 0 } = counts;
    if (count === 0 || !may(needs)) return null;
    const more = kind === "line" && twins ? text("twinsText", { count: twins }) : undefined;
    return {
      key: words,
      text: sentences(text(`${words}Text`, { count }), more),
      link: (variant: Variant) => (
        <Link {...link} className={buttonClass(variant, "flex-none")}>
          {text(`${words}Button`, { count })}
        </Link>
      ),
    };
  };
}

/** Cash that came in and was not taken to the bank, with the day (CASH-3). */
function useCashStep(applies: boolean): MaybeStep {
  const text = useTranslations("home");
  const found = useEndpoint(getCash, { enabled: applies, figuresOnly: true });
  if (!applies) return null;
  if (found.isError) return { readings: [found] };
  if (found.isPending) return "waiting";
  const { balance, held_since: since } = found.data;
  if (since === null) return null;
  return {
    key: "cash",
    text: text("cashText", { amount: formatMoney(balance), day: formatDay(since) }),
    link: (variant: Variant) => (
      <Link to="/dashboard/accounting/cash" className={buttonClass(variant, "flex-none")}>
        {text("cashButton")}
      </Link>
    ),
  };
}

/** Minutes that a later meeting can adopt and this official has not signed (MEET-10). */
function useMinutesStep(
  applies: boolean,
  { meetings, readings }: ReturnType<typeof useLatestMeetings>,
  ownId: number,
): MaybeStep {
  const text = useTranslations("home");
  if (!applies) return null;
  if (meetings === undefined)
    return readings.some(({ isError }) => isError) ? { readings } : "waiting";
  const unsigned = meetings.filter(
    (each) =>
      each.status === "closed" &&
      each.signed.every(({ by }) => by.id !== ownId) &&
      laterMeetings(each, meetings).length > 0,
  );
  const [first] = unsigned;
  if (first === undefined) return null;
  return {
    key: "minutes",
    text: text("minutesText", { count: unsigned.length }),
    link: (variant: Variant) =>
      unsigned.length === 1 ? (
        <Link
          to="/dashboard/accounting/meetings/$meetingId"
          params={{ meetingId: String(first.id) }}
          className={buttonClass(variant, "flex-none")}
        >
          {text("minutesButton")}
        </Link>
      ) : (
        <Link to="/dashboard/accounting/meetings" className={buttonClass(variant, "flex-none")}>
          {text("minutesButton")}
        </Link>
      ),
  };
}
