import {
  Ban,
  CircleDashed,
  Clock,
  Moon,
  ShieldCheck,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { Badge, type Tone } from "./badge.tsx";
import { MessageDialog } from "./modal.tsx";
import { useUiTexts, type UiTexts } from "./texts.tsx";

/** Every possible status. The same one looks the same on every screen. */
export type StatusWord = keyof UiTexts["status"];

const looks: Record<StatusWord, { tone: Tone; icon?: LucideIcon }> = {
  pending: { tone: "waiting", icon: CircleDashed },
  pending_approval: { tone: "waiting", icon: Clock },
  approved: { tone: "good" },
  rejected: { tone: "bad" },
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
