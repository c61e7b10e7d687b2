import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { Bell as BellIcon, Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "radix-ui";
import { useGroupName } from "#web/api/group-name.ts";
import { useShownAsOf } from "#web/api/shown-as-of.ts";
import { SignInAgain, useMember } from "#web/features/session/session.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMomentAndTime, today } from "#web/ui/day.ts";
import { whenIdle } from "#web/ui/idle.ts";
import { onDemand } from "#web/ui/on-demand.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { MenuLinks } from "./side-menu.tsx";
import { AsOfLine, contentLook, TopLine } from "./top-line.tsx";

/** The frame of the dashboard (SCR-4): welcome line, side menu of 180 or 60 px (a drawer on a phone), the page. */
export function Shell() {
  const text = useTranslations("dashboard");
  const { user, actor } = useMember();
  const group = useGroupName({ refetchOnMount: false });
  const [isMenuToggled, setIsMenuToggled] = useState(isNarrowDesk);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const hasSideMenu = useHasSideMenu();
  const content = useFocusOnNavigation();

  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-control focus:bg-card focus:px-4 focus:py-3"
      >
        {text("skipToContent")}
      </a>
      <TopLine
        menu={
          <>
            <IconButton
              className="md:hidden"
              label={text("menu.open")}
              aria-haspopup="dialog"
              icon={<Menu aria-hidden />}
              onClick={() => setIsDrawerOpen(true)}
            />
            <IconButton
              className="max-md:hidden"
              label={text(isMenuToggled ? "menu.expand" : "menu.collapse")}
              aria-expanded={!isMenuToggled}
              aria-controls="side-menu"
              icon={isMenuToggled ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
              onClick={() => setIsMenuToggled(!isMenuToggled)}
            />
          </>
        }
        welcome={text("welcome", { username: user.username })}
        asOf={<AsOf />}
      >
        {actor.isAuditor ? (
          <span className="ms-auto flex-none rounded-full bg-brand-soft px-3 py-1 text-sm font-semibold text-brand">
            {text("auditor")}
          </span>
        ) : (
          <div className="ms-auto flex flex-none items-center">
            <Bell unread={user.unread_notices ?? 0} />
            <Link
              to="/dashboard/profile"
              title={text("menu.profile")}
              className="flex size-11 flex-none items-center justify-center rounded-full"
            >
              <Avatar
                name={`${user.first_name} ${user.last_name}`}
                photo={user.photo}
                size="small"
              />
              <span className="sr-only">{text("menu.profile")}</span>
            </Link>
          </div>
        )}
      </TopLine>
      <div className="md:flex">
        <nav
          id="side-menu"
          aria-label={text("menu.title")}
          data-print="never"
          className={cx(
            "sticky top-16 hidden h-[calc(100dvh-4rem)] flex-none border-e border-line bg-card p-2 transition-[width] md:block",
            isMenuToggled ? "w-[60px]" : "w-[180px] overflow-y-auto",
          )}
        >
          {hasSideMenu && <MenuLinks compact={isMenuToggled} />}
        </nav>
        <main id="content" ref={content} tabIndex={-1} className={contentLook}>
          <p className="mb-4 hidden justify-between gap-4 border-b-2 border-ink pb-2 font-semibold print:flex">
            <span>{group}</span>
            <span>{formatDay(today())}</span>
          </p>
          <Suspense>
            <OfflineNotes />
          </Suspense>
          <Outlet />
        </main>
      </div>
      <MenuDrawer
        open={isDrawerOpen}
        onClose={() => setIsDrawerOpen(false)}
        title={text("menu.title")}
      >
        <nav aria-label={text("menu.title")}>
          <MenuLinks onChosen={() => setIsDrawerOpen(false)} />
        </nav>
      </MenuDrawer>
      <SignInAgain Form={PasswordForm} />
    </div>
  );
}

/** Storing for use without a network starts once the page is idle, after its first answers. */
const OfflineNotes = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  try {
    const [{ OfflineNotes: Notes }] = await Promise.all([
      import("#web/later.ts"),
      loadWords("rest"),
    ]);
    return { default: Notes };
  } catch {
    // The chunk did not arrive. The pages work without it, and the next start fetches it again.
    return { default: () => null };
  }
});

/** The form that renews an ended session; it is in the same chunk. */
const PasswordForm = onDemand(
  "sign-in-again",
  async () => (await import("#web/later.ts")).PasswordForm,
);

/** Tells from when the figures are, if they are stored ones or a replica's. */
function AsOf() {
  const text = useTranslations("dashboard");
  const { oldest, anyOfBefore } = useShownAsOf();
  if (!anyOfBefore || oldest === null) return null;
  return (
    <AsOfLine>
      {text("asOf", { when: formatMomentAndTime(new Date(oldest).toISOString()) })}
    </AsOfLine>
  );
}

/** Moves the focus to each new page, where reading continues, but not when the application has just been opened. */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);

  useEffect(() => {
    if (before.current !== undefined && before.current !== path) content.current?.focus();
    before.current = path;
  }, [path]);

  return content;
}

/** False on a phone, where the menu is in the drawer. */
function useHasSideMenu(): boolean {
  return useSyncExternalStore(onDeskChanged, () => desk.matches);
}

/** The same width as `md:` in the styles. */
const desk = matchMedia("(width >= 48rem)");

function onDeskChanged(listener: () => void): () => void {
  desk.addEventListener("change", listener);
  return () => desk.removeEventListener("change", listener);
}

/** Whether the menu starts as icons, to leave room for wide tables. */
function isNarrowDesk(): boolean {
  return matchMedia("(width < 1024px)").matches;
}

/** Links to the member's notices, and shows how many are unread. */
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

type MenuDrawerProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** The menu of a phone: slides in from the side, traps the focus, closes on Escape or a press beside it. */
function MenuDrawer({ open, onClose, title, children }: MenuDrawerProps) {
  const texts = useUiTexts();
  const opener = useRef<Element | null>(null);

  /** Returns the focus to the button that opened it, unless the chosen page has taken it. */
  function focusBack(event: Event): void {
    event.preventDefault();
    if (document.activeElement === document.body && opener.current instanceof HTMLElement)
      opener.current.focus();
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* Closed, it would draw itself a second time at once, and with it all that came to the page together with it. */}
      {open && (
        <Dialog.Portal>
          <div data-holds-page className="fixed inset-0 z-40 animate-appear bg-scrim" />
          <Dialog.Content
            aria-modal
            aria-describedby={undefined}
            onOpenAutoFocus={() => (opener.current = document.activeElement)}
            onCloseAutoFocus={focusBack}
            className="fixed inset-y-0 start-0 z-50 flex w-[min(18rem,86vw)] animate-slide flex-col bg-card shadow-float outline-none"
          >
            <header className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-2">
              <Dialog.Title className="min-w-0 flex-1 text-lg">{title}</Dialog.Title>
              <Dialog.Close asChild>
                <IconButton label={texts.close} icon={<X aria-hidden />} />
              </Dialog.Close>
            </header>
            <div className="flex-1 overflow-y-auto overscroll-contain p-2">{children}</div>
          </Dialog.Content>
        </Dialog.Portal>
      )}
    </Dialog.Root>
  );
}
