import { useTranslations } from "use-intl";
import type { Proposal } from "#contract/proposals.ts";
import { formatMoney } from "#web/ui/money.tsx";

/** What is proposed, in the words of the page: what it is, and what it says of itself. */
export function useProposalWords() {
  const text = useTranslations("proposals");
  const ledger = useTranslations("ledger");
  const valueOf = (setting: NonNullable<Proposal["change"]>["setting"], value: number | null) =>
    value === null
      ? text("off")
      : setting === "second_person_above"
        ? formatMoney(value)
        : text("hours", { count: value });
  return {
    kind: ({ kind, type }: Proposal): string =>
      type === null ? text(`kinds.${kind}`) : ledger(`types.${type}`),
    about({ change, description, member }: Proposal): string {
      if (change !== null)
        return text("change", {
          setting: text(`settings.${change.setting}`),
          before: valueOf(change.setting, change.before),
          after: valueOf(change.setting, change.after),
        });
      return member?.full_name ?? description;
    },
  };
}
