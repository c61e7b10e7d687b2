import { Link } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { useTranslations } from "use-intl";

/** Links to the member's notices, and shows how many are new. */
export function Bell({ unread }: { unread: number }) {
  const text = useTranslations("dashboard.menu");
  const label = text("notices", { count: unread });
  return (
    <Link
      to="/dashboard/profile/notices"
      title={label}
      className="relative flex size-11 flex-none items-center justify-center rounded-full text-muted hover:bg-sunken hover:text-ink"
    >
      <BellIcon aria-hidden className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute end-0.5 top-0.5 grid min-w-5 place-items-center rounded-full bg-brand px-1 text-xs leading-5 font-bold text-on-brand"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
      <span className="sr-only">{label}</span>
    </Link>
  );
}
