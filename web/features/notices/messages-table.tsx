import { useTranslations } from "use-intl";
import type { SentMessage } from "#contract/notices.ts";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import { MessageBadge } from "./message-badge.tsx";

type MessagesTableProps = {
  messages: readonly SentMessage[] | undefined;
  isFiltered: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

/** Every message that went out or is to, with its state and cost. */
export function MessagesTable(props: MessagesTableProps) {
  const { messages, isFiltered, error, onRetry, paging } = props;
  const text = useTranslations("notices");
  const columns: readonly Column<SentMessage>[] = [
    {
      key: "member",
      title: text("sent.member"),
      slot: "lead",
      rowHeader: true,
      cell: (row) => row.member.full_name,
    },
    {
      key: "state",
      title: text("sent.state"),
      slot: "side",
      cell: (row) => <MessageBadge state={row.state} />,
    },
    { key: "about", title: text("sent.about"), cell: (row) => text(`kinds.${row.kind}`) },
    {
      key: "channel",
      title: text("sent.channel"),
      cell: (row) => text(`channelNames.${row.channel}`),
    },
    {
      key: "what",
      title: text("sent.what"),
      cell: (row) => (
        <span className="break-words whitespace-pre-line">
          {row.text ?? <span className="text-muted">{text("sent.hidden")}</span>}
        </span>
      ),
    },
    {
      key: "cost",
      title: text("sent.cost"),
      align: "end",
      cell: (row) => (row.cost === null ? "–" : formatMoney(row.cost)),
    },
    {
      key: "when",
      title: text("sent.when"),
      cell: (row) => (
        <span className="whitespace-nowrap">{formatMomentAndTime(row.sent_at ?? row.at)}</span>
      ),
    },
  ];
  return (
    <DataTable
      caption={text("sent.caption")}
      captionHidden
      columns={columns}
      rows={messages}
      rowKey={(row) => row.id}
      loading={messages === undefined}
      error={error}
      onRetry={onRetry}
      empty={
        isFiltered ? (
          <EmptyState title={text("sent.noneFound")} />
        ) : (
          <EmptyState title={text("sent.none")} hint={text("sent.noneText")} />
        )
      }
      paging={paging}
      dense
    />
  );
}
