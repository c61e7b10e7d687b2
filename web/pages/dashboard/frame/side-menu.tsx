import { Link } from "@tanstack/react-router";
import {
  ArrowLeftRight,
  Banknote,
  BookOpenText,
  ChartNoAxesColumn,
  CircleCheckBig,
  Download,
  HandCoins,
  House,
  Languages,
  LogOut,
  Newspaper,
  ShieldCheck,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useMember, signOut } from "#web/features/session/session.tsx";
import { cx } from "#web/ui/cx.ts";
import { ThemeSwitch, useNextLanguage } from "#web/ui/switches.tsx";
import { useWhatWaits } from "../what-waits.ts";
import { useInstall } from "./install-offer.ts";

/**
 * `needs`: the action that a member must be allowed to see the link (domain/permissions.ts); null shows it to everyone.
 */
const links = [
  { to: "/dashboard", label: "home", Icon: House, needs: null },
  { to: "/dashboard/admin", label: "admin", Icon: ShieldCheck, needs: "members.manage" },
  { to: "/dashboard/news", label: "news", Icon: Newspaper, needs: null },
  { to: "/dashboard/transactions", label: "transactions", Icon: ArrowLeftRight, needs: null },
  {
    to: "/dashboard/approvals",
    label: "approvals",
    Icon: CircleCheckBig,
    needs: "approvals.list",
  },
  { to: "/dashboard/contributions", label: "contributions", Icon: HandCoins, needs: null },
  { to: "/dashboard/loans", label: "loans", Icon: Banknote, needs: null },
  { to: "/dashboard/accounting", label: "accounting", Icon: BookOpenText, needs: null },
  {
    to: "/dashboard/financial-summary",
    label: "financialSummary",
    Icon: ChartNoAxesColumn,
    needs: "financial-summary.read",
  },
] as const;

type MenuLinksProps = {
  /** Shows only icons, each with its name in a tip. */
  compact?: boolean;
  onChosen?: () => void;
};

const itemClass =
  "flex min-h-11 w-full items-center gap-2.5 rounded-control px-2 py-1 text-start leading-tight transition-colors [&_svg]:size-5 [&_svg]:flex-none";

const quietClass = "text-muted hover:bg-sunken hover:text-ink";

/** The links of the side menu that the member may see (SCR-5), and the controls below them. */
export function MenuLinks({ compact = false, onChosen }: MenuLinksProps) {
  const text = useTranslations("dashboard.menu");
  const { may, actor } = useMember();
  const approvesAnything = useApprovesAnything();
  const other = useNextLanguage();
  const install = useInstall();

  return (
    <ul className="space-y-1">
      {links
        .filter(({ to, needs }) =>
          actor.isAuditor
            ? to === "/dashboard/accounting"
            : to === "/dashboard/approvals"
              ? approvesAnything
              : needs === null || may(needs),
        )
        .map(({ to, label, Icon }) => (
          <MenuItem key={to} compact={compact} name={text(label)}>
            <Link
              to={to}
              activeOptions={{ exact: to === "/dashboard", includeSearch: false }}
              className={cx(itemClass, compact && "justify-center")}
              activeProps={{ className: "bg-brand text-on-brand" }}
              inactiveProps={{ className: "hover:bg-sunken" }}
              onClick={() => onChosen?.()}
            >
              <Icon aria-hidden />
              <span className={cx(compact && "sr-only")}>{text(label)}</span>
            </Link>
          </MenuItem>
        ))}
      <li className="mt-2 border-t border-line pt-2">
        {install && (
          <MenuButton compact={compact} name={text("install")} Icon={Download} onPress={install} />
        )}
        <WithTip compact={compact} name={other.name}>
          <button
            type="button"
            lang={other.language}
            onClick={other.change}
            className={cx(itemClass, compact && "justify-center", quietClass)}
          >
            <Languages aria-hidden />
            <span className={cx(compact && "sr-only")}>{other.name}</span>
          </button>
        </WithTip>
        <ThemeSwitch stacked={compact} />
        <MenuButton
          compact={compact}
          name={text("signOut")}
          Icon={LogOut}
          onPress={() => void signOut()}
        />
      </li>
    </ul>
  );
}

/**
 * Whether the menu shows Approvals: always for the two offices, and for the Chairperson while a loan waits for them in
 * place of an office (LOAN-8).
 */
function useApprovesAnything(): boolean {
  const { may } = useMember();
  const mayDecideLoans = may("loan-applications.decide") && !may("approvals.list");
  const { counts } = useWhatWaits({ enabled: mayDecideLoans });
  return may("approvals.list") || (mayDecideLoans && (counts?.loan_application ?? 0) > 0);
}

type MenuButtonProps = { compact: boolean; name: string; Icon: LucideIcon; onPress: () => void };

function MenuButton({ compact, name, Icon, onPress }: MenuButtonProps) {
  return (
    <WithTip compact={compact} name={name}>
      <button
        type="button"
        onClick={onPress}
        className={cx(itemClass, compact && "justify-center", quietClass)}
      >
        <Icon aria-hidden />
        <span className={cx(compact && "sr-only")}>{name}</span>
      </button>
    </WithTip>
  );
}

type TipProps = { compact: boolean; name: string; children: ReactNode };

function MenuItem(props: TipProps) {
  return (
    <li>
      <WithTip {...props} />
    </li>
  );
}

function WithTip({ compact, name, children }: TipProps) {
  return compact ? <Tooltip text={name}>{children}</Tooltip> : children;
}

/**
 * Shows a tip beside its content on hover and focus. Screen readers skip it, so the content must have the same name.
 */
function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="group/tip relative flex">
      {children}
      <span
        aria-hidden
        className="pointer-events-none invisible absolute start-full top-1/2 z-30 ms-2 -translate-y-1/2 rounded-control bg-ink px-2 py-1 text-sm whitespace-nowrap text-paper opacity-0 transition-opacity group-focus-within/tip:visible group-focus-within/tip:opacity-100 group-hover/tip:visible group-hover/tip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
