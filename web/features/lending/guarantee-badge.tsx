import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { useTranslations } from "use-intl";
import type { GuaranteeView } from "#contract/lending.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";

const looks: Record<GuaranteeView["state"], { tone: Tone; icon: LucideIcon }> = {
  asked: { tone: "waiting", icon: Clock },
  agreed: { tone: "good", icon: CircleCheck },
  declined: { tone: "bad", icon: CircleX },
  withdrawn: { tone: "bad", icon: Undo2 },
  ended: { tone: "plain", icon: Ban },
};

export function GuaranteeBadge({ state }: Pick<GuaranteeView, "state">) {
  const text = useTranslations("lending");
  return <Badge {...looks[state]}>{text(`guaranteeStates.${state}`)}</Badge>;
}
