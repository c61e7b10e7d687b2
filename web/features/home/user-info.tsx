import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { shownStatus } from "#domain/members/member-status.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** User Info (SCR-13): who the member is, active or not, cleared or not. */
export function UserInfo({ user }: { user: User }) {
  const text = useTranslations("home");
  const { offices } = useUiTexts();
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Card title={text("userInfo")}>
      <div className="mb-3 flex items-center gap-3">
        <Avatar name={name} photo={user.photo} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
      </div>
      <Facts
        facts={[
          { label: text("username"), value: user.username },
          { label: text("regNumber"), value: user.reg_number },
          {
            label: text("roles"),
            value: user.user_groups.map((office) => offices[office]).join(", ") || text("member"),
          },
          {
            label: text("status"),
            value: <StatusBadge status={shownStatus(user)} />,
          },
          {
            label: text("account"),
            value: <StatusBadge status={user.has_cleared ? "cleared" : "not_cleared"} />,
          },
        ]}
      />
    </Card>
  );
}
