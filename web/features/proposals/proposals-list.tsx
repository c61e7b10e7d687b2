import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { Proposal } from "#contract/proposals.ts";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";

type ProposalsListProps = {
  proposals: readonly Proposal[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  onDecide: (proposal: Proposal) => void;
};

/** What waits for a second official, newest first (BOOK-20, MEM-28). */
export function ProposalsList({ proposals, error, onRetry, onDecide }: ProposalsListProps) {
  const text = useTranslations("proposals");
  const words = useProposalWords();
  return (
    <DataTable
      caption={text("caption")}
      captionHidden
      rows={proposals}
      rowKey={({ id }) => id}
      loading={proposals === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="approvals" title={text("none")} hint={text("noneHint")} />}
      columns={[
        {
          key: "what",
          title: text("what"),
          slot: "lead",
          rowHeader: true,
          cell: (row) => (
            <span className="block min-w-40 wrap-anywhere">
              <span className="block font-semibold">{words.kind(row)}</span>
              <span className="block text-sm text-muted">{words.about(row)}</span>
              {row.date !== null && (
                <span className="block text-sm text-muted">
                  {text("datedOn", { date: formatDay(row.date) })}
                </span>
              )}
            </span>
          ),
        },
        {
          key: "amount",
          title: text("amount"),
          align: "end",
          slot: "side",
          cell: (row) =>
            row.amount === null ? (
              <span data-blank>–</span>
            ) : (
              <Money amount={row.amount} className="font-semibold" />
            ),
        },
        {
          key: "by",
          title: text("proposedBy"),
          cell: (row) => (
            <span className="block wrap-anywhere">
              {personName(row.proposed_by)}
              {row.own_item && <span className="block text-sm text-waiting">{text("own")}</span>}
              <span className="block text-sm text-muted">
                {formatMomentAndTime(row.proposed_at)}
              </span>
            </span>
          ),
        },
        {
          key: "until",
          title: text("until"),
          cell: (row) =>
            row.effective_at === null
              ? text("untilAgreed")
              : text("countsOn", { moment: formatMomentAndTime(row.effective_at) }),
        },
        {
          key: "decide",
          title: text("action"),
          slot: "action",
          cell: (row) =>
            row.may_agree || row.may_refuse ? (
              <Button
                variant="secondary"
                onClick={() => onDecide(row)}
                className="w-full px-2! text-sm whitespace-nowrap"
              >
                {text(row.may_agree ? "decide" : "takeBack")}
                <span className="sr-only">{` ${words.kind(row)} ${words.about(row)}`}</span>
              </Button>
            ) : (
              <span className="text-sm text-muted">{text("notYours")}</span>
            ),
        },
      ]}
    />
  );
}

/** What is proposed, in the page's words: its kind and its description. */
export function useProposalWords() {
  const text = useTranslations("proposals");
  const ledger = useTranslations("ledger");
  type Change = NonNullable<Proposal["change"]>;
  const valueOf = (setting: Change["setting"], value: Change["before"]) =>
    value === null || typeof value === "boolean"
      ? text(value === true ? "on" : "off")
      : setting === "office_delay_hours"
        ? text("hours", { count: value })
        : formatMoney(value);
  return {
    kind: ({ kind, type }: Proposal): string =>
      type === null ? text(`kinds.${kind}`) : ledger(`types.${type}`),
    about({ kind, type, change, description, member, members }: Proposal): string {
      if (change !== null)
        return text("change", {
          setting: text(`settings.${change.setting}`),
          before: valueOf(change.setting, change.before),
          after: valueOf(change.setting, change.after),
        });
      const names = (members ?? (member === null ? null : [member]))?.map(personName).join(", ");
      const isFine = type === "fine" || kind === "fines";
      if (isFine || kind === "unmatch") return [names, description].filter(Boolean).join(": ");
      return names ?? description;
    },
  };
}
