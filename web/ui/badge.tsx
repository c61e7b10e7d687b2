import { CircleCheck, CircleX, Clock, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

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
