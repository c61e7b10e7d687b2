import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** As `md:` in the styles (SCR-4): below it nothing is a table. */
const wide = matchMedia("(width >= 48rem)");

/**
 * Draws the table in a box as ruled rows where all of its columns fit, if need be closer together, and else as a list of cards: nothing is hidden by
 * scrolling aside, however long a name or an amount. Its rows are measured before they are painted.
 */
export function useTableShape(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (box.current !== null) shape(box.current);
  });

  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    // The table too: what stands in it may grow without being drawn anew by its list.
    const watch = new ResizeObserver(() => shape(current));
    watch.observe(current);
    if (current.firstElementChild) watch.observe(current.firstElementChild);
    return () => watch.disconnect();
  }, []);

  return box;
}

function shape(box: HTMLElement): void {
  const table = box.querySelector("table");
  if (table === null) return;
  const fits = () => table.offsetWidth <= box.clientWidth;
  table.dataset["shape"] = "rows";
  delete table.dataset["tight"];
  if (wide.matches && fits()) return;
  table.dataset["tight"] = "true";
  if (wide.matches && fits()) return;
  delete table.dataset["tight"];
  table.dataset["shape"] = "cards";
}
