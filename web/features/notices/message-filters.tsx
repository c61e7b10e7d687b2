import { useTranslations } from "use-intl";
import {
  messageStates,
  noticeChannels,
  type MessageState,
  type NoticeChannel,
} from "#domain/notices/notice-kinds.ts";
import { DateRange } from "#web/ui/date-range.tsx";
import { SelectField } from "#web/ui/field.tsx";

export type MessageFilter = {
  channel?: NoticeChannel;
  state?: MessageState;
  start_date?: string;
  end_date?: string;
};

type MessageFiltersProps = { value: MessageFilter; onChange: (next: MessageFilter) => void };

/** Which messages are shown: by way, state and period. */
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
