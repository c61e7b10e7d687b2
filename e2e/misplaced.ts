// What is wrong with a page's layout, measured by the boxes of its parts.
import type { Page } from "playwright-core";

/** An element that is measured again, like a chart, moves a moment later. */
export async function findLasting(page: Page): Promise<string[]> {
  const end = Date.now() + 60_000;
  let faults = await findMisplaced(page);
  while (faults.length > 0 && Date.now() < end) {
    await page.waitForTimeout(100);
    faults = await findMisplaced(page);
  }
  return faults;
}

/* oxlint-disable unicorn/consistent-function-scoping -- what is checked in the page is one function, with all that it needs. */
/**
 * What is wrong with the page's layout once it is drawn, in words; measured by the boxes of its parts, because a page
 * that hides overflow does not scroll.
 */
function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const width = document.documentElement.clientWidth;
    const faults: string[] = [];
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").slice(0, 50)} "${element.textContent?.trim().slice(0, 40)}"`;

    /** Nothing changes while this looks, so it asks about each element once. */
    const once = <Found>(find: (element: Element) => Found): ((element: Element) => Found) => {
      const found = new Map<Element, Found>();
      return (element) => {
        if (!found.has(element)) found.set(element, find(element));
        return found.get(element)!;
      };
    };
    const boxOf = once((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return { left, right, width, height };
    });
    /** Hidden visually, or moving past, like the quotes of the landing page. */
    const isShown = once(
      (element) =>
        boxOf(element).width > 1 &&
        boxOf(element).height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    const clips = once((element) => getComputedStyle(element).overflowX !== "visible");
    /** Text shortened by an ellipsis, like a line of the journal: what is beyond is not drawn. */
    const shortenerOf: (element: Element) => Element | null = once((element) =>
      getComputedStyle(element).textOverflow === "ellipsis"
        ? element
        : element.parentElement && shortenerOf(element.parentElement),
    );
    const within = (selectors: string) => {
      const closest: (element: Element) => Element | null = once((element) =>
        element.matches(selectors)
          ? element
          : element.parentElement && closest(element.parentElement),
      );
      return closest;
    };
    const apartOf = within("[data-carousel], .sr-only, [data-blank], svg, .data-table thead");
    const cardOf = within(".rounded-card, [role=dialog]");
    const modalBodyOf = within("[data-modal-body]");

    const layers = [...document.querySelectorAll("[role=dialog]")];
    const top = layers.at(-1) ?? document.body;
    for (const element of top.querySelectorAll("*")) {
      const around = element.parentElement;
      if (around === null || apartOf(element) || !isShown(element) || shortenerOf(around)) continue;
      const box = boxOf(element);
      if (box.right > width + 1 || box.left < -1)
        faults.push(
          `out of the window (${Math.round(box.left)} to ${Math.round(box.right)}): ${describe(element)}`,
        );
      const card = cardOf(around);
      if (!card) continue;
      const edge = boxOf(card);
      if (box.right > edge.right + 1 || box.left < edge.left - 1)
        faults.push(
          `out of its card (${Math.round(box.right)} of ${Math.round(edge.right)}): ${describe(element)}`,
        );
    }

    type Box = { left: number; right: number; top: number; bottom: number };
    type Word = { text: string; element: Element; box: Box };
    /** Every word on the page, with the position of its letters. */
    const words: Word[] = [];
    const walk = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent ?? "";
      if (!element || text.trim() === "" || apartOf(element) || !isShown(element)) continue;
      const edgeOfLine = shortenerOf(element)?.getBoundingClientRect().right ?? Infinity;
      // What has scrolled out of a modal's body is not drawn.
      const body = modalBodyOf(element)?.getBoundingClientRect();
      for (const found of text.matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, found.index);
        range.setEnd(node, found.index + found[0].length);
        const boxes = [...range.getClientRects()].filter(
          (box) => box.width > 0 && box.left < edgeOfLine,
        );
        const isFigure = /\d,\d{3}\.\d\d/.test(found[0]);
        const tops = new Set(boxes.map((box) => Math.round(box.top)));
        if (isFigure && tops.size > 1)
          faults.push(`broken over two lines: ${found[0]} in ${describe(element)}`);
        for (const box of boxes) {
          const right = Math.min(box.right, edgeOfLine);
          const top = Math.max(box.top, body?.top ?? box.top);
          const bottom = Math.min(box.bottom, body?.bottom ?? box.bottom);
          if (bottom > top)
            words.push({ text: found[0], element, box: { left: box.left, right, top, bottom } });
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
    const isFixed: (element: Element) => boolean = once(
      (element) =>
        element !== top &&
        (["fixed", "sticky"].includes(getComputedStyle(element).position) ||
          (element.parentElement !== null && isFixed(element.parentElement))),
    );
    const heightOf = ({ top: first, bottom: last }: Box) => last - first;
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
          down > Math.min(heightOf(figure.box), heightOf(other.box)) * 0.4 &&
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
