import { useTranslations } from "use-intl";
import type { Statement } from "#contract/statements.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";

const tones: Record<Statement["state"], Tone> = {
  whole: "good",
  accepted: "note",
  broken: "bad",
  withdrawn: "plain",
};

export function StatementBadge({ state }: Pick<Statement, "state">) {
  const text = useTranslations("statements.states");
  return <Badge tone={tones[state]}>{text(state)}</Badge>;
}
