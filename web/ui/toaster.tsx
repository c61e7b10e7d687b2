import { useEffect, useState, type ComponentType } from "react";
import { whenAtRest } from "./at-rest.ts";
import { loadChunk } from "./load-chunk.ts";
import { passedToastKey } from "./passed-toast.ts";
import type { Toast, ToastKind } from "./toast.ts";

/** Those that wait for the view, which comes after the page it would stand on. */
const waiting: Toast[] = [];
let showNow: ((toast: Toast) => void) | null = null;
/** Fetches the view before its time. */
let hurry: (() => void) | null = null;

/** Shows a sentence top-right for five seconds (Spec 9, Contract 5: 5000 ms). */
export function showToast(kind: ToastKind, message: string, action?: Toast["action"]): void {
  const toast = { kind, message, ...(action ? { action } : {}) };
  if (showNow !== null) return showNow(toast);
  waiting.push(toast);
  hurry?.();
}

/** Shows the sentence on the next page that has a toaster, when this one is about to be left. */
export function showToastOnNextPage(kind: ToastKind, message: string): void {
  sessionStorage.setItem(passedToastKey, JSON.stringify({ kind, message, from: thisPage() }));
}

/** Takes that back, when the page is not left after all. */
export function dropToastForNextPage(): void {
  sessionStorage.removeItem(passedToastKey);
}

type View = ComponentType<{ onReady: () => void }>;

/** One per page, near the root. What draws the toasts is fetched with the first of them, or once the page is at rest. */
export function Toaster() {
  const [view, setView] = useState<{ View: View; onReady: () => void } | null>(null);

  useEffect(() => {
    const load = async () => {
      const { ToastView, showNow: show } = await loadChunk(
        "toasts",
        () => import("./toast-view.tsx"),
      );
      const onReady = () => {
        showNow = show;
        for (const toast of waiting.splice(0)) show(toast);
      };
      setView({ View: ToastView, onReady });
    };
    const stop = whenAtRest(() => hurry?.());
    hurry = () => {
      hurry = null;
      stop();
      load().catch(console.error);
    };
    showPassed();
    if (waiting.length > 0) hurry?.();
  }, []);

  return view && <view.View onReady={view.onReady} />;
}

function showPassed(): void {
  const kept = sessionStorage.getItem(passedToastKey);
  if (!kept) return;
  const { kind, message, from } = JSON.parse(kept) as Toast & { from: number };
  // This page is being left: the sentence is for the next one.
  if (from === thisPage()) return;
  sessionStorage.removeItem(passedToastKey);
  showToast(kind, message);
}

/** When this document began, which no other of the same tab did. */
function thisPage(): number {
  return performance.timeOrigin;
}
