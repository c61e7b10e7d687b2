import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { Badge } from "#web/ui/badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { formatDay, formatMoment } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { EntryPostings } from "./entry-postings.tsx";
import { ReverseButton } from "./reverse-button.tsx";

type EntryCardProps = {
  entry: Entry;
  /** The one that a link led to: marked and brought into view. */
  isSought: boolean;
  nameOf: (account: string) => string;
  /** Opens the dialog that reverses it; left out for who may not. */
  onReverse?: (() => void) | undefined;
};

/** An entry of the journal: what, when, how much, by whom, and its postings. */
export function EntryCard({ entry, isSought, nameOf, onReverse }: EntryCardProps) {
  const text = useTranslations("ledger");
  const { type, date, author } = entry;
  const id = String(entry.id);
  const card = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isSought) card.current?.scrollIntoView({ block: "center" });
  }, [isSought]);

  return (
    <article
      ref={card}
      aria-label={text("entry", { id })}
      className={cx(
        "rounded-card border bg-card p-4 md:p-6",
        isSought ? "border-brand outline-2 outline-brand" : "border-line",
      )}
    >
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-sm text-muted">
            {formatDay(date)} · {text("entry", { id })} · {text(`types.${type}`)}
          </p>
          <h2 className="text-base leading-normal wrap-anywhere">{entry.description}</h2>
        </div>
        <Money amount={entry.amount} className="text-lg font-bold" />
      </header>
      <EntryPostings postings={entry.postings} caption={text("postings", { id })} nameOf={nameOf} />
      <footer className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <p className="text-muted">
          {author === null ? text("postedByItself") : text("postedBy", { name: author.full_name })}
          {", "}
          {text("recordedOn", { date: formatMoment(entry.recorded_at) })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {entry.reverses !== null && (
            <Badge tone="note">{text("reverses", { id: String(entry.reverses) })}</Badge>
          )}
          {entry.reversed_by !== null && (
            <Badge tone="waiting">{text("reversedBy", { id: String(entry.reversed_by) })}</Badge>
          )}
          {onReverse && <ReverseButton entry={entry} onReverse={onReverse} />}
        </div>
      </footer>
    </article>
  );
}
