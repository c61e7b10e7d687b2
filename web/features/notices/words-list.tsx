import { useState } from "react";
import { useTranslations } from "use-intl";
import { agreeToWord, endWord, type Word } from "#endpoints/words.ts";
import type { NoticeChannel, WordState } from "#domain/notices/notice-choices.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Facts } from "#web/ui/card.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const tones: Record<WordState, Tone> = { waiting: "waiting", sent: "good", ended: "plain" };

type Deciding = { id: number; how: "agree" | "end" };

/** The words of the Chairperson, newest first, with an official's actions on each. */
export function WordsList({ words }: { words: readonly Word[] | undefined }) {
  const text = useTranslations("notices.words");
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (words === undefined) return <Skeleton className="h-64" />;
  if (words.length === 0)
    return <EmptyState drawing="ledger" title={text("none")} hint={text("noneText")} />;
  const chosen = words.find(({ id }) => id === deciding?.id);
  const close = () => setDeciding(null);
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-card px-4">
        {words.map((word) => (
          <li key={word.id} className="py-4">
            <WordShown word={word} />
            {(word.may_agree || word.may_end) && (
              <div className="mt-3 flex flex-wrap gap-3">
                {word.may_agree && (
                  <Button onClick={() => setDeciding({ id: word.id, how: "agree" })}>
                    {text("agree")}
                    <span className="sr-only">{`: ${word.text}`}</span>
                  </Button>
                )}
                {word.may_end && (
                  <Button
                    variant="secondary"
                    onClick={() => setDeciding({ id: word.id, how: "end" })}
                  >
                    {text(word.may_agree ? "end" : "takeBack")}
                    <span className="sr-only">{`: ${word.text}`}</span>
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={chosen !== undefined}
        onClose={close}
        title={text(deciding?.how === "end" ? "endDialog" : "dialog")}
      >
        {chosen &&
          (deciding?.how === "end" ? (
            <EndWordForm key={chosen.id} word={chosen} onDone={close} />
          ) : (
            <AgreeToWord key={chosen.id} word={chosen} onDone={close} />
          ))}
      </Modal>
    </>
  );
}

function WordShown({ word }: { word: Word }) {
  const text = useTranslations("notices.words");
  const words = useWordWords();
  const { people, cost, decided_by: by, decided_at: at } = word;
  const reach = {
    people,
    channels: words.channels(word.channels),
    to: text(`audiences.${word.to}`),
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={tones[word.state]}>{text(`states.${word.state}`)}</Badge>
        <span>
          {text("writtenBy", {
            name: word.written_by.full_name,
            moment: formatMomentAndTime(word.written_at),
          })}
        </span>
      </div>
      <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">{word.text}</p>
      <p className="mt-2 text-sm text-muted">
        {unbroken(
          word.parts === 0
            ? text("reach", reach)
            : text("reachBySms", { ...reach, parts: word.parts, cost: formatMoney(cost) }),
        )}
      </p>
      {by !== null && at !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          {text(word.state === "ended" ? "endedBy" : "agreedBy", {
            name: by.full_name,
            moment: formatMomentAndTime(at),
            reason: word.reason ?? "",
          })}
        </p>
      )}
    </>
  );
}

type DecideWordProps = { word: Word; onDone: () => void };

/** What this press sends, in exact figures beside the button (SCR-24). */
function AgreeToWord({ word, onDone }: DecideWordProps) {
  const text = useTranslations("notices.words");
  const words = useWordWords();
  const agree = useAction(agreeToWord);
  const { people, cost } = word;
  const press = async () => {
    await agree.run({ params: { id: word.id } });
    onDone();
  };
  return (
    <div className="flex flex-col gap-4">
      <Quoted>{word.text}</Quoted>
      <Facts
        facts={[
          { label: text("by"), value: word.written_by.full_name },
          { label: text("to"), value: text(`audiences.${word.to}`) },
          { label: text("channels"), value: words.channels(word.channels) },
          { label: text("people"), value: people },
          { label: text("bySms"), value: word.by_sms },
          { label: text("parts"), value: word.parts },
          { label: text("cost"), value: formatMoney(cost) },
        ]}
      />
      <p className="text-sm text-muted">{text("agreeText")}</p>
      <Button busy={agree.busy} onClick={() => void press()} className="sm:self-end">
        {unbroken(text("sendFor", { people, cost: formatMoney(cost) }))}
      </Button>
    </div>
  );
}

/** Ends a waiting word, with the reason; its author takes it back this way. */
function EndWordForm({ word, onDone }: DecideWordProps) {
  const text = useTranslations("notices.words");
  const end = useAction(endWord);
  return (
    <ReasonForm
      isDanger
      draft={`end word ${word.id}`}
      label={text("reason")}
      required={text("reasonRequired")}
      submit={text(word.may_agree ? "end" : "takeBack")}
      busy={end.busy}
      send={(reason) => end.run({ params: { id: word.id }, body: { reason } })}
      onDone={onDone}
    >
      <Quoted>{word.text}</Quoted>
    </ReasonForm>
  );
}

function Quoted({ children }: { children: string }) {
  return (
    <p className="rounded-control border border-line bg-sunken p-3 wrap-anywhere whitespace-pre-line">
      {children}
    </p>
  );
}

/** The channels of a word, in the page's words. */
export function useWordWords() {
  const text = useTranslations("notices");
  return {
    channels: (channels: readonly NoticeChannel[]): string =>
      channels.length === 0
        ? text("words.hereAlone")
        : channels.map((channel) => text(`channelNames.${channel}`)).join(", "),
  };
}
