import { useEffect, useState } from "react";
import { whenIdle } from "./idle.ts";
import { passedToastKey } from "./toast.ts";
import { showNow, ToastView } from "./toast-view.tsx";
import type { Toast, ToastKind } from "./toast.ts";

/** Toasts that wait for the view to load. */
const waiting: Toast[] = [];
let isStanding = false;
/** Loads the view early. */
let hurry: (() => void) | null = null;

/** Shows a sentence for five seconds (SCR-10: 5000 ms). */
export function showToast(kind: ToastKind, message: string, action?: Toast["action"]): void {
  const toast = { kind, message, ...(action ? { action } : {}) };
  if (isStanding) return showNow(toast);
  waiting.push(toast);
  hurry?.();
}

/** Shows the sentence on the next page with a toaster, when this page is about to be left. */
export function showToastOnNextPage(kind: ToastKind, message: string): void {
  sessionStorage.setItem(passedToastKey, JSON.stringify({ kind, message, from: thisPage() }));
}

/** One for each page, near the root. The view loads with the first toast, or once the page is idle. */
export function Toaster() {
  const [isDue, setIsDue] = useState(false);

  useEffect(() => {
    const stop = whenIdle(() => hurry?.());
    hurry = () => {
      hurry = null;
      stop();
      setIsDue(true);
    };
    showPassed();
    if (waiting.length > 0) hurry?.();
  }, []);

  return isDue && <ToastView onReady={showWaiting} />;
}

function showWaiting(): void {
  isStanding = true;
  for (const toast of waiting.splice(0)) showNow(toast);
}

function showPassed(): void {
  const stored = sessionStorage.getItem(passedToastKey);
  if (!stored) return;
  const { kind, message, from } = JSON.parse(stored) as Toast & { from: number };
  // This page is being left: the sentence is for the next one.
  if (from === thisPage()) return;
  sessionStorage.removeItem(passedToastKey);
  showToast(kind, message);
}

/** When this document started, which distinguishes it from any other of the same tab. */
function thisPage(): number {
  return performance.timeOrigin;
}
