// Finds a position where a toast covers no control.

const margin = 16;
/** Pixels between a toast and a control. */
const air = 4;
const step = 8;
const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";

type Position = { top: number; left: number };
type Box = { top: number; left: number; right: number; bottom: number; weight?: number };

/** A person is more likely to press a button next than a filled field. */
const buttonWeight = 50;

/**
 * The highest position at the right of the window (SCR-10) without a control under it; if there is none, further
 * left; in a window full of controls, the position that covers the least. The toast stays while its position is free.
 */
export function freePosition(toast: HTMLElement): Position {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  // The page behind a dialog cannot be pressed now, but may be soon.
  const first = positionAmong(toast, controlsIn(document, toast));
  if (first.covers === 0 || dialog === undefined) return first;
  return positionAmong(toast, controlsIn(dialog, toast));
}

/** Whether it covers a control at its position. */
export function coversControl(toast: HTMLElement): boolean {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
  return coveredBy(toast.getBoundingClientRect(), controlsIn(dialog ?? document, toast)) > 0;
}

function positionAmong(toast: HTMLElement, taken: readonly Box[]): Position & { covers: number } {
  const { width, height, top, left } = toast.getBoundingClientRect();
  const covered = (index: Position) => coveredBy(boxAt(index, width, height), taken);
  const stands = { top, left };
  const isInside = left + width <= document.documentElement.clientWidth && top < window.innerHeight;
  if (toast.style.top !== "" && isInside && covered(stands) === 0) return { ...stands, covers: 0 };

  const lowest = Math.max(margin, window.innerHeight - height - margin);
  const rightmost = Math.max(margin, document.documentElement.clientWidth - width - margin);
  let best: Position & { covers: number } = { top: margin, left: rightmost, covers: Infinity };
  for (let x = rightmost; x >= margin; x -= 5 * step)
    for (let y = step; y <= lowest; y += step) {
      const covers = covered({ top: y, left: x });
      if (covers === 0) return { top: y, left: x, covers };
      if (covers < best.covers) best = { top: y, left: x, covers };
    }
  return best;
}

/** The areas of the controls on screen. */
function controlsIn(part: ParentNode, toast: HTMLElement): Box[] {
  return [...part.querySelectorAll(controls)]
    .filter((each) => !toast.contains(each) && each.checkVisibility())
    .map((each) => {
      const { top, left, right, bottom, width, height } = each.getBoundingClientRect();
      const weight = each.matches("button, a") ? buttonWeight : 1;
      return { top, left, right, bottom, width, height, weight };
    })
    .filter((box) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight);
}

function boxAt({ top, left }: Position, width: number, height: number): Box {
  return {
    top: top - air,
    left: left - air,
    right: left + width + air,
    bottom: top + height + air,
  };
}

/** Square pixels covered; those of buttons count many times. */
function coveredBy(box: Box, taken: readonly Box[]): number {
  let covered = 0;
  for (const each of taken) {
    const across = Math.min(box.right, each.right) - Math.max(box.left, each.left);
    const down = Math.min(box.bottom, each.bottom) - Math.max(box.top, each.top);
    if (across > 0 && down > 0) covered += across * down * (each.weight ?? 1);
  }
  return covered;
}
