import { ChevronLeft, ChevronRight } from "lucide-react";
import { cx } from "./cx.ts";
import { IconButton } from "./button.tsx";
import { fill, useUiTexts } from "./texts.tsx";

export type PagingProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  /** The number of rows on all pages. */
  count: number;
  /** There are more rows than were counted. */
  isLeast?: boolean;
  onPage: (page: number) => void;
};

/** Numbered buttons, shown only when there is more than one page (SCR-21). */
export function Paging({ page, pageSize, count, isLeast = false, onPage }: PagingProps) {
  const texts = useUiTexts();
  const last = Math.ceil(count / pageSize);
  if (last <= 1) return null;

  const first = (page - 1) * pageSize + 1;
  return (
    <nav
      aria-label={texts.pages}
      data-print="never"
      className="flex flex-wrap items-center justify-between gap-2"
    >
      <p className="text-sm text-muted tabular-nums">
        {fill(isLeast ? texts.rowsShownOfMore : texts.rowsShown, {
          first,
          last: Math.min(page * pageSize, count),
          count,
        })}
      </p>
      <div className="flex items-center">
        <IconButton
          label={texts.previousPage}
          icon={<ChevronLeft aria-hidden />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesAround(page, last).map((each, index) =>
          each === null ? (
            <span key={`gap-${index}`} className="px-1 text-muted">
              …
            </span>
          ) : (
            <button
              key={each}
              type="button"
              aria-current={each === page ? "page" : undefined}
              onClick={() => onPage(each)}
              className={cx(
                "size-11 rounded-control font-semibold tabular-nums",
                each === page ? "bg-brand text-on-brand" : "hover:bg-sunken",
              )}
            >
              <span className="sr-only">{fill(texts.page, { page: "" })}</span>
              {each}
            </button>
          ),
        )}
        <IconButton
          label={texts.nextPage}
          icon={<ChevronRight aria-hidden />}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}

/** The first, the last and the neighbours; `null` stands for the pages between. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((each, index) => {
    const before = pages[index - 1] ?? each - 1;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
