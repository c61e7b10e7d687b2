import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";
import { coversControl, freePosition } from "./toast-position.ts";
import type { Toast } from "./toast.ts";
import { unbroken } from "./money.tsx";

const shownMs = 5000;

/** The toast on screen; a new object each time, even for the same sentence. */
let current: Toast | null = null;
const listeners = new Set<() => void>();

/** Shows one toast at the top right for five seconds, replacing the one before it (SCR-10). */
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

  // The controls under it may change: a dialog closes, the page scrolls. It holds still under the pointer.
  useLayoutEffect(() => {
    const index = () => {
      if (box.current === null) return;
      if (!isHeld) {
        const { top, left } = freePosition(box.current);
        box.current.style.top = `${top}px`;
        box.current.style.left = `${left}px`;
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
