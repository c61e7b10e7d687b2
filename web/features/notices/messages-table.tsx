import { useTranslations } from "use-intl";
import { getSmsGateway, probeSmsGateway, type SentMessage } from "#contract/notices.ts";
import {
  messageStates,
  noticeChannels,
  type MessageState,
  type NoticeChannel,
} from "#domain/notices/notice-choices.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { DateRange } from "#web/ui/date-range.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";

type MessagesTableProps = {
  messages: readonly SentMessage[] | undefined;
  isFiltered: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

/** Every message that was sent or will be, with its state and cost. */
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

const tones: Record<MessageState, Tone> = {
  waiting: "waiting",
  held: "waiting",
  sent: "note",
  delivered: "good",
  failed: "bad",
  rejected: "bad",
  unknown: "waiting",
  skipped: "plain",
};

/** The state of a message. */
function MessageBadge({ state }: { state: MessageState }) {
  const text = useTranslations("notices");
  return <Badge tone={tones[state]}>{text(`states.${state}`)}</Badge>;
}

type MessageFilter = {
  channel?: NoticeChannel;
  state?: MessageState;
  start_date?: string;
  end_date?: string;
};

type MessageFiltersProps = { value: MessageFilter; onChange: (next: MessageFilter) => void };

/** Filters the messages: by channel, state and period. */
export function MessageFilters({ value, onChange }: MessageFiltersProps) {
  const text = useTranslations("notices");
  const { channel, state, start_date: from = "", end_date: to = "" } = value;
  const period = from === "" ? {} : { start_date: from, end_date: to };
  const by = { ...(channel && { channel }), ...(state && { state }) };
  return (
    <div className="flex flex-wrap items-start gap-3 rounded-card border border-line bg-card p-4">
      <SelectField
        label={text("sent.channel")}
        className="flex-1 basis-full sm:basis-40"
        placeholder={text("sent.allChannels")}
        options={noticeChannels.map((each) => ({
          value: each,
          label: text(`channelNames.${each}`),
        }))}
        value={channel ?? ""}
        onChange={(event) => {
          const next = noticeChannels.find((each) => each === event.target.value);
          onChange({ ...period, ...(state && { state }), ...(next && { channel: next }) });
        }}
      />
      <SelectField
        label={text("sent.state")}
        className="flex-1 basis-full sm:basis-40"
        placeholder={text("sent.allStates")}
        options={messageStates.map((each) => ({ value: each, label: text(`states.${each}`) }))}
        value={state ?? ""}
        onChange={(event) => {
          const next = messageStates.find((each) => each === event.target.value);
          onChange({ ...period, ...(channel && { channel }), ...(next && { state: next }) });
        }}
      />
      <DateRange
        key={`${from}-${to}`}
        value={{ from, to }}
        labels={{ from: text("sent.from"), to: text("sent.to"), clear: text("sent.clear") }}
        messages={{ bothRequired: text("sent.bothRequired"), wrongOrder: text("sent.wrongOrder") }}
        onApply={(next) => onChange({ ...by, start_date: next.from, end_date: next.to })}
        {...(from === "" ? {} : { onClear: () => onChange(by) })}
      />
    </div>
  );
}

/** Why SMS has stopped, and a button that tries once; nothing while it works. */
export function SmsStandsStill() {
  const text = useTranslations("notices.sent");
  const { data } = useEndpoint(getSmsGateway);
  const probe = useAction(probeSmsGateway);
  const since = data?.stands_still_since ?? null;
  if (data === undefined || since === null) return null;
  return (
    <div className="mb-4">
      <Alert
        tone="waiting"
        title={text("standsStill")}
        action={
          <Button variant="secondary" busy={probe.busy} onClick={() => void probe.run({})}>
            {text("tryNow")}
          </Button>
        }
      >
        {text("noBalance", { since: formatMomentAndTime(since) })}{" "}
        {data.tries_at === null
          ? text("triesNext")
          : text("triesAt", { moment: formatMomentAndTime(data.tries_at) })}
      </Alert>
    </div>
  );
}
