import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { previewWord, writeWord } from "#endpoints/words.ts";
import { countParts, isGsm, toGsmIfWhole } from "#domain/notices/gsm-text.ts";
import {
  noticeChannels,
  TEXTS_OF_ONE_OFFICIAL,
  WORD_CHARACTERS_MOST,
  wordAudiences,
  type ChannelsOfGroup,
  type NoticeChannel,
  type WordAudience,
} from "#domain/notices/notice-choices.ts";
import { callEndpoint, ApiError } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { SelectField, TextareaField } from "#web/ui/field.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { useWordWords } from "./words-list.tsx";

type Fields = { text: string; to: WordAudience; channels: NoticeChannel[] };

type WordFormProps = { channels: ChannelsOfGroup; onSent: () => void };

/** A word to members: typed, previewed with its recipients, parts and cost, then sent (NOTE-7). */
export function WordForm({ channels, onSent }: WordFormProps) {
  const text = useTranslations("notices.words");
  const names = useTranslations("notices.channelNames");
  const offered = noticeChannels.filter((channel) => channels[channel]);
  const isReadHereAlone = !channels.email && !channels.sms;
  const form = useForm<Fields>({
    defaultValues: { text: "", to: "all", channels: isReadHereAlone ? [] : offered },
  });
  const { errors, isDirty } = form.formState;
  const typed = useWatch({ control: form.control });
  useUnsaved(isDirty);
  const forget = useDraft(form, "word");
  const write = useAction(writeWord);
  const [isLooking, setIsLooking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [seen, setSeen] = useState<{ word: Fields; preview: Preview } | null>(null);

  const look = form.handleSubmit(async (word) => {
    setFailure(null);
    setIsLooking(true);
    try {
      const preview = await callEndpoint(previewWord, { body: word, ignoreLoading: true });
      setSeen({ word, preview });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showFieldErrors(form, error.errors);
      if (Object.keys(error.errors).length === 0) setFailure(error.detail);
    } finally {
      setIsLooking(false);
    }
  });

  const send = async () => {
    if (seen === null) return;
    const outcome = await write.run({ body: seen.word });
    setSeen(null);
    if (outcome.ok) {
      forget();
      onSent();
    } else showFieldErrors(form, outcome.error.errors);
  };

  return (
    <form noValidate onSubmit={(event) => void look(event)} className="flex flex-col gap-4">
      <TextareaField
        label={text("field")}
        rows={5}
        maxLength={WORD_CHARACTERS_MOST}
        help={
          <Counter written={typed.text ?? ""} bySms={typed.channels?.includes("sms") === true} />
        }
        error={errors.text?.message}
        {...form.register("text", {
          validate: (written) => written.trim() !== "" || text("fieldRequired"),
        })}
      />
      <SelectField
        label={text("to")}
        options={wordAudiences.map((value) => ({ value, label: text(`audiences.${value}`) }))}
        error={errors.to?.message}
        {...form.register("to")}
      />
      <fieldset
        aria-describedby={errors.channels ? "word-channels-error" : "word-channels-help"}
        className="min-w-0"
      >
        <legend className="text-sm font-semibold">{text("channels")}</legend>
        <div className="flex flex-wrap gap-x-6">
          {offered.map((channel) => (
            <label key={channel} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                value={channel}
                className="size-5 flex-none accent-brand"
                aria-invalid={errors.channels ? true : undefined}
                {...form.register("channels", {
                  validate: (chosen) =>
                    isReadHereAlone || chosen.length > 0 || text("channelRequired"),
                })}
              />
              <span>{names(channel)}</span>
            </label>
          ))}
        </div>
        {errors.channels && (
          <p id="word-channels-error" className="text-sm text-bad">
            {errors.channels.message}
          </p>
        )}
        <p id="word-channels-help" className="text-sm text-muted">
          {text(isReadHereAlone ? "readHereAlone" : "readHereToo")}
        </p>
      </fieldset>
      {failure !== null && (
        <Alert live tone="bad">
          {failure}
        </Alert>
      )}
      <Button type="submit" busy={isLooking} className="sm:self-start">
        {text("look")}
      </Button>
      <Modal open={seen !== null} onClose={() => setSeen(null)} title={text("dialog")}>
        {seen && (
          <WordPreview
            preview={seen.preview}
            word={seen.word}
            busy={write.busy}
            onSend={() => void send()}
            onBack={() => setSeen(null)}
          />
        )}
      </Modal>
    </form>
  );
}

/** Its length, and how many parts an SMS of it has. */
function Counter({ written, bySms }: { written: string; bySms: boolean }) {
  const text = useTranslations("notices.words");
  const trimmed = written.trim();
  const length = { used: String(trimmed.length), most: String(WORD_CHARACTERS_MOST) };
  const sms = toGsmIfWhole(trimmed);
  return (
    <span className="tabular-nums">
      {bySms ? text("lengthBySms", { ...length, parts: countParts(sms) }) : text("length", length)}
      {bySms && !isGsm(sms) && ` ${text("wide")}`}
    </span>
  );
}

type Preview = ReplyOf<typeof previewWord>;

type WordPreviewProps = {
  preview: Preview;
  word: { to: WordAudience; channels: readonly NoticeChannel[] };
  busy: boolean;
  onSend: () => void;
  onBack: () => void;
};

/** The word as it will be sent, whom it reaches and what it costs, with the button that sends it (SCR-24). */
function WordPreview({ preview, word, busy, onSend, onBack }: WordPreviewProps) {
  const text = useTranslations("notices.words");
  const words = useWordWords();
  const { people, cost, left, texts, needs_second: needsSecond } = preview;
  const [first, other] = texts;
  const isOverCap = cost > left;
  return (
    <div className="flex flex-col gap-4">
      <Shown label={text(other === undefined ? "asItGoesOut" : "asSms")}>{first}</Shown>
      {other !== undefined && <Shown label={text("asRead")}>{other}</Shown>}
      <Facts
        facts={[
          { label: text("to"), value: text(`audiences.${word.to}`) },
          { label: text("channels"), value: words.channels(word.channels) },
          { label: text("people"), value: people },
          ...(preview.parts === 0
            ? []
            : [
                { label: text("bySms"), value: preview.by_sms },
                { label: text("parts"), value: preview.parts },
                { label: text("cost"), value: formatMoney(cost) },
                { label: text("left"), value: formatMoney(left) },
              ]),
        ]}
      />
      {isOverCap ? (
        <Alert tone="bad" title={text("overCap")}>
          {text("overCapText")}
        </Alert>
      ) : (
        needsSecond && (
          <Alert
            tone="waiting"
            title={text("needsSecond", { most: String(TEXTS_OF_ONE_OFFICIAL) })}
          >
            {text("needsSecondText")}
          </Alert>
        )
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4 sm:flex-row-reverse">
        {!isOverCap && (
          <Button busy={busy} onClick={onSend}>
            {needsSecond
              ? text("sendToSecond")
              : cost > 0
                ? unbroken(text("sendFor", { people, cost: formatMoney(cost) }))
                : text("send", { people })}
          </Button>
        )}
        <Button variant="secondary" onClick={onBack}>
          {text("change")}
        </Button>
      </div>
    </div>
  );
}

function Shown({ label, children }: { label: string; children: string | undefined }) {
  return (
    <div>
      <p className="mb-1 text-sm text-muted">{label}</p>
      <p className="rounded-control border border-line bg-sunken p-3 wrap-anywhere whitespace-pre-line">
        {children}
      </p>
    </div>
  );
}
