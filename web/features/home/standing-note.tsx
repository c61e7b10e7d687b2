import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatMoney } from "#web/ui/money.tsx";

/** Why a member cannot do everything, and whom to ask; nothing for active members. */
export function StandingNote({ user }: { user: User }) {
  const text = useTranslations("home");
  // EXIT-10: who has left owing the group is dormant until the debt is recovered.
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
