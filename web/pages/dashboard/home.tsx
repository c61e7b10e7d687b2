import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getContributions } from "#endpoints/contributions.ts";
import { getDues } from "#endpoints/dues.ts";
import { getSettings } from "#endpoints/group.ts";
import { getLoanPayments } from "#endpoints/loans.ts";
import { getMyFigures } from "#endpoints/opening.ts";
import { getReconciliation } from "#endpoints/reconciliation.ts";
import { getBalanceSheet, getSavingsHistory } from "#endpoints/reports.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import {
  getActiveUserCount,
  getOfficeProposals,
  getOfficials,
  getUserData,
  type User,
} from "#endpoints/members.ts";
import { can } from "#domain/permissions.ts";
import { shownStatus } from "#domain/members/shown-status.ts";
import { type Prefetch, type Failed, failedOf, useEndpoint } from "#web/api/use-query.ts";
import { PaymentCards, PaymentCardsWaiting } from "#web/features/contributions/payment-cards.tsx";
import { savingsParts } from "#web/features/contributions/paid-up-to.ts";
import { AccountCard } from "#web/features/home/account-card.tsx";
import { accountValue, type AccountValue } from "#web/features/home/account-value.ts";
import { hasSavingsHistory, HistoryWaits } from "#web/features/history/history-waits.tsx";
import { AuditorsNote, BooksLinks, GroupSavings } from "#web/features/home/group-part.tsx";
import { Recap } from "#web/features/home/recap.tsx";
import { isOwed } from "#web/features/loans/payable.ts";
import { actorOf, useMember } from "#web/features/session/session.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { afterPaint, onDemand } from "#web/ui/on-demand.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, today } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { useDashboardTitle } from "./page-frame.tsx";
import {
  ContestedAlerts,
  DefaultAlerts,
  OwnDues,
  useOwed,
  useWaitingPayments,
} from "./own-dues.tsx";
import { useNextMeeting } from "./use-latest-meetings.ts";
import { prefetchNextSteps, useNextSteps } from "./use-next-steps.tsx";

const latestShown = 3;
const OwnSummary = onDemand("financial-summary-of-user", async () => {
  const [part] = await Promise.all([import("./own-summary.tsx"), loadWords("rest")]);
  return part.OwnSummary;
});

const ProposedOffices = onDemand(
  "proposed-offices",
  async () => {
    const [part] = await Promise.all([import("./proposed-offices.tsx"), loadWords("account")]);
    return part.ProposedOffices;
  },
  "min-h-40",
);

const ClockNote = onDemand("clock-note", async () => {
  const [part] = await Promise.all([import("./clock-note.tsx"), loadWords("account")]);
  return part.ClockNote;
});

const SavingsHistory = afterPaint("savings-history", async () => {
  const [charts] = await Promise.all([import("#web/later.ts"), loadWords("rest")]);
  return charts.SavingsHistory;
});

const LeftToDoCard = afterPaint("left-to-do", async () => {
  const [part] = await Promise.all([
    import("#web/features/setup/left-to-do.tsx"),
    loadWords("setup"),
  ]);
  return part.LeftToDoCard;
});

const OfficialsCard = afterPaint("officials", async () => {
  const [later] = await Promise.all([import("#web/later.ts"), loadWords("rest")]);
  return later.OfficialsCard;
});

const MyFigures = afterPaint("my-figures", async () => {
  const [part] = await Promise.all([
    import("#web/features/opening/my-figures-part.tsx"),
    loadWords("figures"),
  ]);
  return part.MyFiguresPart;
});

export function HomePage() {
  const text = useTranslations("home");
  const { user, may } = useMember();
  const found = useEndpoint(getUserData).data;
  const { left_to_do: left, asks_figures: asksFigures, clock } = found ?? {};
  const [isSummaryOpen, setIsSummaryOpen] = useState(false);
  const own = useEndpoint(getContributions, { figuresOnly: true });
  const { owed, failed: failedDues } = useOwed();
  const waiting = useWaitingPayments();
  const mayKnowGroup = may("group.read-figures");
  const active = useEndpoint(getActiveUserCount, { enabled: mayKnowGroup });
  // It has today's balances of bank and interest receivable.
  const sheet = useEndpoint(getBalanceSheet, { query: { date: today() }, enabled: mayKnowGroup });
  const reconciled = useEndpoint(getReconciliation, { enabled: may("reports.read") });
  const isReconciling = may("reports.read") && reconciled.isPending;
  const account = useAccount();
  const contributions = own.data?.monthly_contributions_receipts;
  const parts = own.data && savingsParts(own.data);
  const { steps, failed: failedSteps } = useNextSteps();
  // The steps differ in height, so the parts below them appear only once the steps are known, and never move.
  const proposed = useEndpoint(getOfficeProposals);
  const nextMeeting = useNextMeeting();
  const standsStill =
    steps !== undefined && owed !== undefined && !proposed.isPending && nextMeeting !== undefined;
  useDashboardTitle(text("title"));

  const loans = user.loans.filter(isOwed);

  return (
    <>
      <h1 className="sr-only">{text("title")}</h1>
      <div className="grid gap-4 md:gap-6 lg:grid-cols-3">
        <div className="flex min-w-0 flex-col gap-4 md:gap-6 lg:col-span-2">
          {clock !== undefined && <ClockNote clock={clock} />}
          <StandingNote user={user} />
          {asksFigures === true && <MyFigures waiting={<Skeleton className="h-44" />} />}
          {left !== undefined && (
            <LeftToDoCard
              left={left}
              email={user.email ?? ""}
              waiting={<Skeleton className="h-64" />}
            />
          )}
          {account.failed ? (
            <Card title={text("accountValue")}>
              <LoadProblem detail={account.failed.detail} onRetry={account.failed.retry} />
            </Card>
          ) : (
            <AccountCard
              account={account.value}
              parts={own.isError ? null : parts}
              waiting={waiting}
              onOpen={() => setIsSummaryOpen(true)}
              onNear={OwnSummary.fetch}
            />
          )}
          <Recap
            alerts={
              <>
                <DefaultAlerts />
                <ContestedAlerts />
              </>
            }
            dues={
              owed !== undefined && nextMeeting !== undefined ? (
                <OwnDues owed={owed} waiting={waiting?.amount ?? null} meeting={nextMeeting} />
              ) : undefined
            }
            paysFirst={(owed?.parts.length ?? 0) > 0}
            steps={steps}
            failed={failedDues ?? failedSteps}
          />
          {may("statements.read") && standsStill && (
            <BooksLinks openLines={user.open_statement_lines} />
          )}
          <AuditorsNote auditors={user.auditors ?? []} />
          <div className={cx("flex flex-col gap-4 md:gap-6", !standsStill && "invisible")}>
            {(proposed.isError || proposed.data?.proposals.length !== 0) && standsStill && (
              <ProposedOffices />
            )}
            {hasSavingsHistory(user) && (
              <SavingsHistory memberId={user.id} waiting={<HistoryWaits room="savings" />} />
            )}
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
        </div>
        <div
          className={cx("flex min-w-0 flex-col gap-4 md:gap-6", !standsStill && "max-lg:invisible")}
        >
          {mayKnowGroup && (
            <GroupSavings
              balances={sheet.data?.balance_sheet.assets}
              ofFunds={-(sheet.data?.balance_sheet.liabilities["restricted_funds"] ?? 0)}
              activeMembers={active.data?.active_users_count}
              reconciled={reconciled.data}
              error={
                sheet.data === undefined || active.data === undefined
                  ? (sheet.error ?? active.error)?.detail
                  : undefined
              }
              onRetry={() => [sheet, active].forEach((each) => each.isError && void each.refetch())}
            />
          )}
          {/* What is open between books and bank moves them down; they appear in their place. */}
          <div className={cx("flex flex-col gap-4 md:gap-6", isReconciling && "invisible")}>
            <UserInfo user={user} />
            {mayKnowGroup && (
              <OfficialsCard ownId={user.id} waiting={<Skeleton className="h-80" />} />
            )}
          </div>
        </div>
      </div>
      <Modal
        open={isSummaryOpen && account.value !== undefined}
        onClose={() => setIsSummaryOpen(false)}
        title={text("summary.title")}
      >
        {account.value && (
          <OwnSummary
            account={account.value}
            parts={parts}
            noShare={account.noShare}
            loans={loans}
            badDebt={user.bad_debt_outstanding}
          />
        )}
      </Modal>
    </>
  );
}

HomePage.loader = ((prefetch, { user, may }) => {
  prefetch(getContributions);
  prefetch(getLoanPayments);
  prefetch(getDues);
  prefetch(getOfficeProposals);
  if (may("group.read-figures")) {
    prefetch(getActiveUserCount);
    prefetch(getOfficials);
    prefetch(getBalanceSheet, { query: { date: today() } });
  }
  if (may("reports.read")) prefetch(getReconciliation);
  if (user.has_cleared) prefetch(getTransactions, settlementOnly);
  prefetchAccount(prefetch, user);
  prefetchNextSteps(prefetch, may);
  if (hasSavingsHistory(user)) prefetch(getSavingsHistory);
  if (user.asks_figures === true) prefetch(getMyFigures);
}) satisfies PageLoader;

type Account = {
  /** Undefined while loading, and if it could not be loaded. */
  value: AccountValue | undefined;
  /** Why the member has no share of the interest. */
  noShare: "clearedNote" | "pendingNote";
  failed: Failed | null;
};

function prefetchAccount(prefetch: Prefetch, user: User): void {
  if (!mayShare(user)) return;
  prefetch(getBalanceSheet, { query: { date: today() } });
  prefetch(getSettings);
}

/** Whether the member can have a share of the interest. */
function mayShare(user: User): boolean {
  return can(actorOf(user), "reports.read") && user.is_active && !user.has_cleared;
}

/**
 * The member's account value (REP-6). Members who are cleared, inactive or not approved yet have no share to request.
 */
function useAccount(): Account {
  const { user } = useMember();
  const shares = mayShare(user);
  const sheet = useEndpoint(getBalanceSheet, { query: { date: today() }, enabled: shares });
  const settings = useEndpoint(getSettings, { enabled: shares });
  const paid = user.total_contributions;
  const noShare = user.has_cleared ? "clearedNote" : "pendingNote";

  if (!shares)
    return {
      value: accountValue({ paid, share: null }),
      noShare,
      failed: null,
    };
  if (sheet.data === undefined || settings.data === undefined)
    return { value: undefined, noShare, failed: failedOf([sheet, settings]) };
  const own = sheet.data.users_shared_interest_data.find(({ member }) => member.id === user.id);
  const share = { whole: own?.balance ?? 0, percent: settings.data.interest_share };
  return { value: accountValue({ paid, share }), noShare, failed: null };
}

/** User Info (SCR-13): who the member is, active or not, cleared or not. The profile has the rest. */
function UserInfo({ user }: { user: User }) {
  const text = useTranslations("home");
  const { offices } = useUiTexts();
  const roles = user.user_groups.map((office) => offices[office]).join(", ") || text("member");
  return (
    <Card title={text("userInfo")} className="[&>header]:mb-2">
      <p className="wrap-anywhere">
        <span className="font-semibold">{user.username}</span>
        <span className="text-muted"> · {roles}</span>
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <StatusBadge status={shownStatus(user)} />
        <StatusBadge status={user.has_cleared ? "cleared" : "not_cleared"} />
      </p>
    </Card>
  );
}

/** What the member was paid when they left, and how the bank shows it (EXIT-13). */
function PaidOut() {
  const text = useTranslations("home");
  const paid = useEndpoint(getTransactions, settlementOnly).data?.transactions[0];
  if (paid?.status !== "paid_out" || paid.amount === 0) return null;
  const { payment_Reference_Code: reference, paid_on, date } = paid;
  const day = formatDay(paid_on ?? date);
  return text("paidOut", {
    amount: formatMoney(paid.amount),
    day: reference === null ? day : `${day} (${reference})`,
  });
}

const settlementOnly = { query: { kind: "settlement" } } as const;

/** Why a member cannot do everything, and whom to ask; nothing for active members. */
function StandingNote({ user }: { user: User }) {
  const text = useTranslations("home");
  // EXIT-10: a member who has left owing the group is dormant until the debt is recovered.
  if (user.bad_debt_outstanding > 0)
    return (
      <Alert tone="waiting" title={text("leftTitle")}>
        {text("leftText", { amount: formatMoney(user.bad_debt_outstanding) })}
      </Alert>
    );
  switch (user.status) {
    case "pending_approval":
      return (
        <Alert tone="waiting" title={text("pendingTitle")}>
          {text("pendingText")}
        </Alert>
      );
    case "dormant":
      return (
        <Alert tone="waiting" title={text("dormantTitle")}>
          {text("dormantText")}
        </Alert>
      );
    case "cleared":
      return (
        <Alert tone="note" title={text("clearedTitle")}>
          <PaidOut /> {text("clearedText")}
        </Alert>
      );
    case "active":
      return null;
  }
}
