import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Why a member cannot do everything, and whom to ask; nothing for active members. */
export function StandingNote({ user }: { user: User }) {
  const text = useTranslations("home");
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
