import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { shownStatus } from "#domain/members/member-status.ts";
import { Card } from "#web/ui/card.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** User Info (SCR-13): who the member is, active or not, cleared or not. All else of it stands on the profile. */
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
