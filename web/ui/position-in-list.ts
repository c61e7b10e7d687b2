// Where the hands go on in a list when the row they were in is gone: an item was decided, a member left it.

/** The control in the same place of the list as `opener` had when this was called; null where it was in none. */
export function positionInList(opener: Element): () => HTMLElement | null {
  const row = opener.closest("tbody > tr, li");
  const list = row?.parentElement;
  if (!row || !list) return () => null;
  const index = [...list.children].indexOf(row);
  const words = firstWord(opener);
  return () => {
    if (!list.isConnected) return null;
    const rows = [...list.children];
    const next = rows[Math.min(index, rows.length - 1)];
    const controls = [...(next?.querySelectorAll<HTMLElement>("button:enabled, a[href]") ?? [])];
    return controls.findLast((each) => firstWord(each) === words) ?? controls.at(-1) ?? null;
  };
}

/**
 * Gives the focus to the first that is there. When that one is taken away while it has the focus, as a row is once its list is
 * renewed, the next takes its place, and at last the page: never nothing at all.
 */
export function keepFocus(targets: readonly (() => HTMLElement | null)[]): void {
  const focusFirst = () => {
    for (const target of [...targets, thePage]) {
      const element = target();
      element?.focus();
      if (element && document.activeElement === element) return;
    }
  };
  focusFirst();
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) focusFirst();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  // Longer than any list takes to be renewed; whoever has moved on by then has the focus elsewhere.
  setTimeout(() => watch.disconnect(), 10_000);
}

function thePage(): HTMLElement | null {
  return document.getElementById("content");
}

/** "Approve/Reject Kerubo Momanyi" is "Approve/Reject" in the next row too. */
function firstWord(element: Element): string {
  return element.textContent.trim().split(" ")[0] ?? "";
}
