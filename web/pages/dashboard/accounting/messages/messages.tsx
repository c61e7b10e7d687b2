import { getRouteApi, Link } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import { useTranslations } from "use-intl";
import {
  getSentMessages,
  getSmsGateway,
  probeSmsGateway,
  type SentMessage,
} from "#endpoints/notices.ts";
import {
  messageStates,
  noticeChannels,
  type MessageState,
  type NoticeChannel,
} from "#domain/notices/notice-choices.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { buttonClass, Button } from "#web/ui/button.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { DateRange } from "#web/ui/date-field.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { PagingProps } from "#web/ui/paging.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readMessagesSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "#web/pages/dashboard/page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/messages");
const pageSize = 20;

/** The messages that were sent to members, and their cost (NOTE-8). */
export function MessagesPage() {
  const text = useTranslations("notices");
  const { user } = useMember();
  useDashboardTitle(text("sent.title"));
  return (
    <OfficeOnly needs="notices.read-sent" who="officials">
      <BackLink to="/dashboard/accounting">{text("sent.back")}</BackLink>
      <PageHeader
        title={text("sent.title")}
        subtitle={text("sent.text")}
        actions={
          <Link to="/dashboard/accounting/messages/words" className={buttonClass("secondary")}>
            <Megaphone aria-hidden className="size-5" />
            {text("words.title")}
            {user.words_to_agree !== undefined && ` (${user.words_to_agree})`}
          </Link>
        }
      />
      <SmsStandsStill />
      <Messages />
    </OfficeOnly>
  );
}

MessagesPage.loader = ((prefetch, { may, search }) => {
  if (!may("notices.read-sent")) return;
  prefetch(getSmsGateway);
  prefetch(getSentMessages, messagesIn(search));
}) satisfies PageLoader<typeof readMessagesSearch>;

function messagesIn(search: ReturnType<typeof readMessagesSearch>) {
  const { start_date: from, end_date: to, page = 1, ...by } = search;
  return { query: { from, to, ...by, page, page_size: pageSize } };
}

function Messages() {
  const text = useTranslations("notices.sent");
  const search = route.useSearch();
  const { page = 1, start_date: from, end_date: to, channel, state } = search;
  const navigate = route.useNavigate();
  const found = useEndpoint(getSentMessages, messagesIn(search));
  const filter = {
    ...(channel && { channel }),
    ...(state && { state }),
    ...(from !== undefined && to !== undefined && { start_date: from, end_date: to }),
  };
  const totals = found.data?.totals;
  return (
    <section aria-label={text("title")} className="space-y-4">
      <MessageFilters
        value={filter}
        onChange={(next) => void navigate({ search: next, resetScroll: false })}
      />
      {totals && (
        <p className="font-semibold">
          {text("totals", {
            parts: totals.parts,
            cost: formatMoney(totals.cost),
            held: totals.held,
          })}
        </p>
      )}
      <MessagesTable
        messages={found.data?.messages}
        isFiltered={Object.keys(filter).length > 0}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        paging={{
          page,
          pageSize,
          count: found.data?.count ?? 0,
          onPage: (next) =>
            void navigate({ search: { ...filter, page: next }, resetScroll: false }),
        }}
      />
    </section>
  );
}

type MessagesTableProps = {
  messages: readonly SentMessage[] | undefined;
  isFiltered: boolean;
  error: string | undefined;
  onRetry: () => void;
  paging: PagingProps;
};

/** Every message that was sent or will be, with its state and cost. */
function MessagesTable(props: MessagesTableProps) {
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
function MessageFilters({ value, onChange }: MessageFiltersProps) {
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

/** Tells why SMS has stopped, with a button that lets the next one try; empty while SMS works. */
function SmsStandsStill() {
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
