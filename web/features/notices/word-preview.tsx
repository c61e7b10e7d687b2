import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { previewWord } from "#contract/words.ts";
import type { NoticeChannel } from "#domain/notices/notice-kinds.ts";
import { TEXTS_OF_ONE_OFFICIAL, type WordAudience } from "#domain/notices/words.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { useWordWords } from "./use-word-words.ts";

export type Preview = ReplyOf<typeof previewWord>;

type WordPreviewProps = {
  preview: Preview;
  word: { to: WordAudience; channels: readonly NoticeChannel[] };
  busy: boolean;
  onSend: () => void;
  onBack: () => void;
};

/** The word as it goes out, whom it reaches and what it costs, with the button that sends it (SCR-24). */
export function WordPreview({ preview, word, busy, onSend, onBack }: WordPreviewProps) {
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
