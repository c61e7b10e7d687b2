import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { previewWord, writeWord } from "#contract/words.ts";
import { countParts, isGsm, toGsmIfWhole } from "#domain/notices/gsm-text.ts";
import type { ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import { noticeChannels, type NoticeChannel } from "#domain/notices/notice-kinds.ts";
import { WORD_CHARACTERS_MOST, wordAudiences, type WordAudience } from "#domain/notices/words.ts";
import { ApiError } from "#web/api/call.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SelectField, TextareaField } from "#web/ui/field.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { WordPreview, type Preview } from "./word-preview.tsx";

type Fields = { text: string; to: WordAudience; channels: NoticeChannel[] };

type WordFormProps = { channels: ChannelsOfGroup; onSent: () => void };

/** A word to members: typed, looked at with its people, parts and cost, and then sent (NOTE-7). */
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

/** How long it is, and how many parts an SMS of it has. */
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
