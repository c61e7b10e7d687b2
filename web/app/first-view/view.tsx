import { Bell, Menu } from "lucide-react";
import { useTranslations } from "use-intl";
import { AccountCard } from "#web/features/home/account-card.tsx";
import { AsOfLine, contentLook, TopLine } from "#web/pages/dashboard/frame/top-line.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const none = { valueCents: 0n, paidCents: 0n };

/**
 * What home begins with on a phone, drawn by the build. `show.ts` fills it with stored figures before the program runs,
 * and the program replaces it: the top line and the account card are in the same places.
 */
export function FirstView() {
  const text = useTranslations("dashboard");
  return (
    <div inert className="min-h-dvh">
      <TopLine
        menu={<IconButton label={text("menu.open")} icon={<Menu aria-hidden />} />}
        welcome={text("welcome", { username: "{username}" })}
        asOf={<AsOfLine>{text("asOf", { when: "{when}" })}</AsOfLine>}
      >
        <div className="ms-auto flex flex-none items-center">
          <span className="flex size-11 items-center justify-center text-muted">
            <Bell aria-hidden className="size-6" />
          </span>
          <span className="flex size-11 items-center justify-center">
            <Skeleton className="size-8 rounded-full" />
          </span>
        </div>
      </TopLine>
      <main className={contentLook}>
        <AccountCard
          account={{ ...none, share: { wholeCents: 0n, givenCents: 0n, percent: 0 } }}
          parts={undefined}
          waiting={undefined}
          onOpen={ignore}
          onNear={ignore}
        />
      </main>
    </div>
  );
}

function ignore() {}
