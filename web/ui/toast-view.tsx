import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";
import type { Toast } from "./toast.ts";
import { unbroken } from "./money.tsx";

const shownMs = 5000;

/** The toast on screen; a new object each time, even for the same sentence. */
let current: Toast | null = null;
const listeners = new Set<() => void>();

/** Shows one toast for five seconds, replacing the one before it (SCR-10). */
export function showNow(toast: Toast | null): void {
  current = toast === null ? null : { ...toast };
  for (const listener of listeners) listener();
}

/** The toast's container. `onReady` is called when the first toast can be shown. */
export function ToastView({ onReady }: { onReady: () => void }) {
  const texts = useUiTexts();
  const toast = useSyncExternalStore(onChanged, () => current);
  useEffect(onReady, [onReady]);

  return (
    <section aria-label={texts.notifications} aria-live="polite" data-toaster>
      {toast && <Shown key={keyOf(toast)} toast={toast} />}
    </section>
  );
}

const icons = { success: CircleCheck, error: CircleAlert, note: Info };

function Shown({ toast }: { toast: Toast }) {
  const { kind, message, action } = toast;
  const texts = useUiTexts();
  const box = useRef<HTMLDivElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const Icon = icons[kind];

  // It stays while somebody reads it by pointer or keyboard; then its time starts again.
  useEffect(() => {
    if (isHeld) return;
    const end = setTimeout(() => current === toast && showNow(null), shownMs);
    return () => clearTimeout(end);
  }, [toast, isHeld]);

  // What is under it may change: a dialog closes, the page scrolls. It holds still under the pointer.
  useLayoutEffect(() => {
    const index = () => {
      if (box.current === null) return;
      if (!isHeld) {
        const position = isOnDesk() ? null : freePosition(box.current);
        box.current.style.top = position === null ? "" : `${position.top}px`;
        box.current.style.left = position === null ? "" : `${position.left}px`;
      }
      // In a window full of fields, presses pass through it to the field below.
      box.current.toggleAttribute("data-covers", coversControl(box.current));
    };
    index();
    const again = setInterval(index, 200);
    window.addEventListener("resize", index);
    return () => {
      clearInterval(again);
      window.removeEventListener("resize", index);
    };
  }, [isHeld]);

  return (
    <div
      ref={box}
      className={cx("toast", kind === "success" && "toast-good", kind === "error" && "toast-bad")}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon aria-hidden className="size-5" data-icon />
      <div data-content>{unbroken(message)}</div>
      <button type="button" data-close-button onClick={() => showNow(null)}>
        <X aria-hidden className="size-5" />
        <span className="sr-only">{texts.close}</span>
      </button>
      {action && (
        <button
          type="button"
          data-action
          onClick={() => {
            showNow(null);
            action.onPress();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}

function onChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const keys = new WeakMap<Toast, number>();
let lastKey = 0;

function keyOf(toast: Toast): number {
  const key = keys.get(toast) ?? ++lastKey;
  keys.set(toast, key);
  return key;
}

/** Here a toast is in the top bar, right of the middle, which has no figure: always at the same place (toast.css). */
const isOnDesk = () => matchMedia("(width >= 48rem)").matches;

// Finds a position on a phone where a toast covers no figure, and no control.

const margin = 8;
/** Pixels between a toast and a control. */
const air = 4;
const step = 8;
const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";

type Position = { top: number; left: number };
type Box = { top: number; left: number; right: number; bottom: number; weight?: number };

/** A person is more likely to press a button next than a filled field. */
const buttonWeight = 50;
/** A figure is read while the toast stands; presses pass through it to a control. */
const figureWeight = 10_000;

/**
 * The highest position without a control or a figure under it; in a window full of them, the position that covers the
 * least, figures last. The toast stays while its position is free.
 */
function freePosition(toast: HTMLElement): Position {
  const dialog = [...document.querySelectorAll<HTMLElement>("[role=dialog]")].at(-1);
  const figures = figuresIn(dialog ?? document.body, toast);
  // The page behind a dialog cannot be pressed now, but may be soon.
  const first = positionAmong(toast, [...controlsIn(document, toast), ...figures]);
  if (first.covers === 0 || dialog === undefined) return first;
  return positionAmong(toast, [...controlsIn(dialog, toast), ...figures]);
}

/** Whether it covers a control at its position. */
function coversControl(toast: HTMLElement): boolean {
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
    for (let y = 0; y <= lowest; y += step) {
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

/** The areas of the amounts on screen, without what has scrolled under the top bar. */
function figuresIn(part: HTMLElement, toast: HTMLElement): Box[] {
  const bar = part === document.body ? document.querySelector("header") : null;
  const under = Math.max(0, bar?.getBoundingClientRect().bottom ?? 0);
  const found: Box[] = [];
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (!/\d\.\d\d(?!\d)/.test(node.textContent ?? "") || toast.contains(node)) continue;
    range.selectNode(node);
    for (const { top, left, right, bottom } of range.getClientRects())
      // A figure needs no air: the top bar is room enough for three lines.
      if (bottom > under && top < innerHeight && right - left > 1)
        found.push({
          top: Math.max(top, under) + air,
          left,
          right,
          bottom: bottom - air,
          weight: figureWeight,
        });
  }
  return found;
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
