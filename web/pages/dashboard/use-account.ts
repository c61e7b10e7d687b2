import type { User } from "#contract/members.ts";
import { getSettings } from "#contract/group.ts";
import { getBalanceSheet } from "#contract/reports.ts";
import { can } from "#domain/permissions.ts";
import { failedOf, useEndpoint, type Ask, type Failed } from "#web/api/use-query.ts";
import { accountValue, type AccountValue } from "#web/features/home/account-card.tsx";
import { actorOf, useMember } from "#web/features/session/session.tsx";
import { today } from "#web/ui/day.ts";

type Account = {
  /** Undefined while loading, and where it could not be loaded. */
  value: AccountValue | undefined;
  /** Why the member has no share of the interest. */
  noShare: "clearedNote" | "pendingNote";
  failed: Failed | null;
};

/** Beyond start-up. */
export function askForAccount(ask: Ask, user: User): void {
  if (mayShare(user)) ask(getSettings);
}

/** Who may have a share of the interest. */
function mayShare(user: User): boolean {
  return can(actorOf(user), "reports.read") && user.is_active && !user.has_cleared;
}

/** The member's account value (REP-6); who is cleared, inactive or not approved yet has no share to be asked for. */
export function useAccount(): Account {
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
