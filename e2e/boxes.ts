// The layout of a page: nothing leaves the window or its card, no figure is cut, broken or overprinted.
/* oxlint-disable unicorn/consistent-function-scoping -- what is checked in the page is one function, with all that it needs. */
import type { Page } from "playwright-core";

/**
 * What is wrong with the page's layout, in words; measured by the boxes of its parts, because a page that hides
 * overflow does not scroll.
 */
export function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").slice(0, 50)} "${element.textContent?.trim().slice(0, 40)}"`;

    /** Hidden visually, or moving past, like the quotes of the landing page. */
    const isShown = (element: Element): boolean => {
      const box = element.getBoundingClientRect();
      return (
        box.width > 1 &&
        box.height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    };
    const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
    /** Text shortened by an ellipsis, like a line of the journal: what lies beyond is not drawn. */
    const shortenerOf = (element: Element | null): Element | null =>
      element === null || getComputedStyle(element).textOverflow === "ellipsis"
        ? element
        : shortenerOf(element.parentElement);
    const isApart = (element: Element) =>
      element.closest("[data-carousel], .sr-only, [data-blank], svg, .data-table thead") !== null;

    const layers = [...document.querySelectorAll("[role=dialog]")];
    const top = layers.at(-1) ?? document.body;
    for (const element of top.querySelectorAll("*")) {
      if (isApart(element) || !isShown(element) || shortenerOf(element.parentElement)) continue;
      const box = element.getBoundingClientRect();
      if (box.right > width + 1 || box.left < -1)
        faults.push(
          `out of the window (${Math.round(box.left)} to ${Math.round(box.right)}): ${describe(element)}`,
        );
      const card = element.parentElement?.closest(".rounded-card, [role=dialog]");
      if (!card) continue;
      const edge = card.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.left < edge.left - 1)
        faults.push(
          `out of its card (${Math.round(box.right)} of ${Math.round(edge.right)}): ${describe(element)}`,
        );
    }

    /** Every word on the page, with the position of its letters. */
    const words: { text: string; element: Element; box: DOMRect }[] = [];
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? "";
      if (!element || text.trim() === "" || isApart(element) || !isShown(element)) continue;
      for (const found of text.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const edgeOfLine = shortenerOf(element)?.getBoundingClientRect().right ?? Infinity;
        const boxes = [...range.getClientRects()].filter(
          (box) => box.width > 0 && box.left < edgeOfLine,
        );
        const isFigure = /\d,\d{3}\.\d\d/.test(found[0]);
        const tops = new Set(boxes.map((box) => Math.round(box.top)));
        if (isFigure && tops.size > 1)
          faults.push(`broken over two lines: ${found[0]} in ${describe(element)}`);
        for (const { left, top, right, height } of boxes) {
          const width = Math.min(right, edgeOfLine) - left;
          words.push({ text: found[0], element, box: new DOMRect(left, top, width, height) });
        }
        if (!isFigure) continue;
        for (
          let around: Element | null = element;
          around && around !== top;
          around = around.parentElement
        ) {
          if (!clips(around)) continue;
          const edge = around.getBoundingClientRect();
          if (boxes.some((box) => box.right > edge.right + 1 || box.left < edge.left - 1))
            faults.push(`cut: ${found[0]} in ${describe(around)}`);
        }
      }
    }
    /**
     * What stays while the page scrolls under it: the top bar, the headings of a table, the fixed button of a phone.
     */
    const isFixed = (element: Element | null): boolean =>
      element !== null &&
      element !== top &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position) ||
        isFixed(element.parentElement));
    const figures = words.filter(({ text }) => /\d,\d{3}\.\d\d/.test(text));
    for (const figure of figures)
      for (const other of words) {
        if (other.element === figure.element || other.text === "KES") continue;
        const across =
          Math.min(figure.box.right, other.box.right) - Math.max(figure.box.left, other.box.left);
        const down =
          Math.min(figure.box.bottom, other.box.bottom) - Math.max(figure.box.top, other.box.top);
        if (
          across > 2 &&
          down > Math.min(figure.box.height, other.box.height) * 0.4 &&
          !isFixed(other.element) &&
          !isFixed(figure.element)
        )
          faults.push(
            `printed over: ${figure.text} and "${other.text}" in ${describe(other.element)}`,
          );
      }
    return [...new Set(faults)].slice(0, 8);
  });
}
