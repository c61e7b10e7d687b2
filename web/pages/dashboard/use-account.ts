import type { User } from "#contract/members.ts";
import { getSettings } from "#contract/group.ts";
import { getBalanceSheet } from "#contract/reports.ts";
import { can } from "#domain/permissions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { accountValue, type AccountValue } from "#web/features/home/account-value.ts";
import { actorOf } from "#web/features/session/actor.ts";
import { useMember } from "#web/features/session/session.tsx";
import { today } from "#web/ui/day.ts";

type Account = {
  /** Undefined while loading. */
  value: AccountValue | undefined;
  noShare: "clearedNote" | "pendingNote" | "unknownNote";
};

/** Who may have a share of the interest. */
export function mayShare(user: User): boolean {
  return can(actorOf(user), "reports.read") && user.is_active && !user.has_cleared;
}

/** The member's account value (REP-6); who is cleared, inactive or not approved yet has no share to be asked for. */
export function useAccount(): Account {
  const { user } = useMember();
  const shares = mayShare(user);
  const sheet = useEndpoint(getBalanceSheet, { query: { date: today() }, enabled: shares });
  const settings = useEndpoint(getSettings, { enabled: shares });
  const paid = user.total_contributions;

  if (!shares)
    return {
      value: accountValue({ paid, share: null }),
      noShare: user.has_cleared ? "clearedNote" : "pendingNote",
    };
  if (sheet.data === undefined || settings.data === undefined) {
    const failed = sheet.isError || settings.isError;
    return {
      value: failed ? accountValue({ paid, share: null }) : undefined,
      noShare: "unknownNote",
    };
  }
  const own = sheet.data.users_shared_interest_data.find(({ member }) => member.id === user.id);
  const share = { whole: own?.balance ?? 0, percent: settings.data.interest_share };
  return { value: accountValue({ paid, share }), noShare: "unknownNote" };
}
