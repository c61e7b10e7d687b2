import { ChevronDown } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { cx } from "#web/ui/cx.ts";
import { formatDay } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { EntryDetails, type EntryDetailsProps } from "./entry-details.tsx";

type JournalLineProps = EntryDetailsProps & {
  isOpen: boolean;
  /** The entry that a link led to: scrolled into view. */
  isSought: boolean;
  onToggle: () => void;
};

/** An entry as one line of the journal (two on a phone), which opens its details (REP-16). */
export function JournalLine({ isOpen, isSought, onToggle, ...details }: JournalLineProps) {
  const text = useTranslations("ledger");
  const { entry } = details;
  const id = String(entry.id);
  const line = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isSought) line.current?.scrollIntoView({ block: "center" });
  }, [isSought]);

  return (
    <article
      ref={line}
      aria-label={text("entry", { id })}
      className={cx("border-b border-line last:border-0", isOpen && "bg-sunken/40")}
    >
      <h2 className="text-base font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className={cx(
            "grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-3 py-1.5 text-start text-sm hover:bg-sunken md:px-4",
            "md:grid-cols-[3.5rem_6.5rem_minmax(0,3fr)_minmax(0,2fr)_8rem_1rem] md:min-h-10 md:items-center md:py-1.5",
            "focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-brand",
          )}
        >
          <span className="truncate font-semibold md:order-3">{entry.description}</span>
          <Money amount={entry.amount} bare className="text-end font-semibold md:order-5" />
          <span className="hidden text-muted md:order-1 md:block">#{id}</span>
          <span className="col-span-2 flex min-w-0 items-center justify-between gap-2 text-muted md:hidden">
            <span className="truncate">
              {whoOf(entry) !== null && `${whoOf(entry)} · `}
              {formatDay(entry.date)} · #{id}
            </span>
            <Opens isOpen={isOpen} />
          </span>
          <span className="hidden whitespace-nowrap text-muted md:order-2 md:block">
            {formatDay(entry.date)}
          </span>
          <span className="hidden truncate md:order-4 md:block">
            {whoOf(entry)}
            {entry.reference !== null && (
              <span className="text-muted">
                {whoOf(entry) === null ? "" : " · "}
                {entry.reference}
              </span>
            )}
          </span>
          <span className="hidden md:order-6 md:block">
            <Opens isOpen={isOpen} />
          </span>
        </button>
      </h2>
      {isOpen && <EntryDetails {...details} />}
    </article>
  );
}

function Opens({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronDown
      aria-hidden
      className={cx("size-4 flex-none text-muted transition-transform", isOpen && "rotate-180")}
    />
  );
}

/** The member that an entry concerns; none if there are several. */
function whoOf({ postings, payment }: Entry): string | null {
  if (payment !== null) return payment.member.full_name;
  const names = new Set(postings.flatMap(({ member }) => member?.full_name ?? []));
  return names.size === 1 ? ([...names][0] ?? null) : null;
}
