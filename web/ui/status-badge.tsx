import {
  Ban,
  CircleDashed,
  Clock,
  Moon,
  ShieldCheck,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { Badge, type Tone } from "./badge.tsx";
import { useUiTexts, type UiTexts } from "./texts.tsx";

/** The words a status can be. The same one looks the same on every screen. */
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
  /** Other words than the status's own label. */
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
