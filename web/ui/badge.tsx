import {
  Ban,
  CircleDashed,
  Clock,
  Moon,
  ShieldCheck,
  TriangleAlert,
  type LucideIcon,
  CircleCheck,
  CircleX,
  Info,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { MessageDialog } from "./modal.tsx";
import { useUiTexts, type UiTexts } from "./texts.tsx";

/** Every possible status. The same one looks the same on every screen. */
export type StatusWord = keyof UiTexts["status"];

const looks: Record<StatusWord, { tone: Tone; icon?: LucideIcon }> = {
  pending: { tone: "waiting", icon: CircleDashed },
  pending_approval: { tone: "waiting", icon: Clock },
  approved: { tone: "good" },
  rejected: { tone: "bad" },
  withdrawn: { tone: "plain", icon: Ban },
  not_needed: { tone: "plain", icon: CircleDashed },
  active: { tone: "good" },
  inactive: { tone: "plain", icon: Ban },
  dormant: { tone: "waiting", icon: Moon },
  cleared: { tone: "good", icon: ShieldCheck },
  not_cleared: { tone: "note" },
  default: { tone: "bad", icon: TriangleAlert },
  written_off: { tone: "bad", icon: Ban },
  open: { tone: "waiting", icon: CircleDashed },
  recovered: { tone: "good" },
  unpaid: { tone: "bad" },
  partly_paid: { tone: "waiting", icon: CircleDashed },
  paid: { tone: "good" },
  paid_out: { tone: "good" },
  owed: { tone: "bad" },
};

type StatusBadgeProps = {
  status: StatusWord;
  /** Another text than the status's own label. */
  label?: string;
  onClick?: () => void;
  title?: string;
};

export function StatusBadge({ status, label, ...rest }: StatusBadgeProps) {
  const texts = useUiTexts();
  return (
    <Badge {...looks[status]} {...rest}>
      {label ?? texts.status[status]}
    </Badge>
  );
}

type RejectableBadgeProps = {
  status: StatusWord;
  /** The badge's text, the title of the dialog, and the reason in words. */
  why: { label: string; title: string; message: string };
};

/** A status; pressing a rejected one shows the reason (SCR-16, SCR-26). */
export function RejectableBadge({ status, why }: RejectableBadgeProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (status !== "rejected") return <StatusBadge status={status} />;
  return (
    <>
      <StatusBadge status="rejected" title={why.label} onClick={() => setIsOpen(true)} />
      <MessageDialog
        title={why.title}
        message={isOpen ? why.message : null}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

type Verdict = { who: string; status: StatusWord; note?: string | null };

/** The two offices, and the verdict of each. */
export function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <ul className="divide-y divide-line">
      {verdicts.map(({ who, status, note }) => (
        <li key={who} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span>{who}</span>
          <StatusBadge status={status} />
          {note && <p className="basis-full text-sm text-muted">{note}</p>}
        </li>
      ))}
    </ul>
  );
}

export type Tone = "good" | "waiting" | "bad" | "note" | "plain";

const grounds: Record<Tone, string> = {
  good: "bg-good-ground text-good",
  waiting: "bg-waiting-ground text-waiting",
  bad: "bg-bad-ground text-bad",
  note: "bg-note-ground text-note",
  plain: "bg-sunken text-muted",
};

const icons: Record<Tone, LucideIcon> = {
  good: CircleCheck,
  waiting: Clock,
  bad: CircleX,
  note: Info,
  plain: Info,
};

type BadgeProps = {
  tone: Tone;
  /** Another lucide icon than the tone's own. */
  icon?: LucideIcon;
  children: ReactNode;
  /** Makes it a button, e.g. to show why something was rejected. */
  onClick?: () => void;
  /** What a press does, for the button's tooltip. */
  title?: string;
};

/** A word and an icon on a tinted background: never colour alone. */
export function Badge({ tone, icon, children, onClick, title }: BadgeProps) {
  const Icon = icon ?? icons[tone];
  const look = cx(
    "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap in-[[data-dense]]:gap-1 in-[[data-dense]]:px-2 in-[[data-dense]]:text-[0.8125rem]",
    grounds[tone],
  );
  const inside = (
    <>
      <Icon aria-hidden className="size-4 flex-none" />
      {children}
    </>
  );

  if (!onClick) return <span className={look}>{inside}</span>;
  return (
    <button
      type="button"
      onClick={onClick}
      title={title}
      className={cx(
        look,
        "relative underline decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-2.5",
      )}
    >
      {inside}
    </button>
  );
}
