import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { shownStatus } from "#domain/members/member-status.ts";
import { Alert } from "#web/ui/alert.tsx";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** User Info (SCR-13): who the member is, active or not, cleared or not. The profile has the rest. */
export function UserInfo({ user }: { user: User }) {
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

/** Why a member cannot do everything, and whom to ask; nothing for active members. */
export function StandingNote({ user }: { user: User }) {
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
          {text("clearedText")}
        </Alert>
      );
    case "active":
      return null;
  }
}
