// The keys of the list of open lines, and which line is the current one.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { StatementLine } from "#endpoints/statement-lines.ts";
import type { LineActions } from "./lines-table.tsx";

/**
 * Keys of the list: arrows, J and K move between lines, a digit takes a suggestion, M matches, R records, B books. Keys typed in a
 * field are ignored. The focused line is the current one.
 */
export function useLineKeys(params: {
  lines: readonly StatementLine[];
  actionsOf: (line: StatementLine) => LineActions;
  isPaused: boolean;
}) {
  const [at, setAt] = useState(0);
  const cards = useRef(new Map<number, HTMLElement>());
  const last = Math.max(0, params.lines.length - 1);
  const current = Math.min(at, last);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
    if (params.isPaused || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }[event.key.toLowerCase()];
    if (step !== undefined) {
      const next = Math.min(last, Math.max(0, current + step));
      setAt(next);
      const card = cards.current.get(next);
      card?.scrollIntoView({ block: "nearest" });
      focusIn(card);
      event.preventDefault();
      return;
    }
    const line = params.lines[current];
    if (line === undefined) return;
    const actions = params.actionsOf(line);
    const suggestion = /^[1-9]$/.test(event.key) ? line.suggestions[Number(event.key) - 1] : null;
    if (suggestion) actions.take?.(suggestion);
    else if (event.key.toLowerCase() === "m") actions.match?.();
    else if (event.key.toLowerCase() === "r") actions.record?.();
    else if (event.key.toLowerCase() === "b") actions.book?.();
  });
  const follow = useEffectEvent((event: FocusEvent) => {
    for (const [index, card] of cards.current)
      if (card.contains(event.target as Node | null)) setAt(index);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    const onFocus = (event: FocusEvent) => follow(event);
    document.addEventListener("keydown", onKey);
    document.addEventListener("focusin", onFocus);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("focusin", onFocus);
    };
  }, []);
  const cardAt = (index: number) => (card: HTMLElement | null) => {
    if (card === null) cards.current.delete(index);
    else cards.current.set(index, card);
  };
  const focusCurrent = () => {
    const card = cards.current.get(current);
    card?.scrollIntoView({ block: "nearest" });
    focusIn(card);
  };
  return { current, cardAt, focusCurrent };
}

/** A row's own button, else the first of a card. */
function focusIn(line: HTMLElement | undefined): void {
  (line?.querySelector<HTMLElement>("[data-first]") ?? line?.querySelector("button"))?.focus();
}
