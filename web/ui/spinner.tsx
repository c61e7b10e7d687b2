import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";

/** A ring with an orange arc. Decorative: put what is loading in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cx("animate-turn", className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** The full-screen spinner of the loading flag (SCR-7). Keep it mounted, so that its start is announced. */
export function LoadingOverlay({ open, label }: { open: boolean; label?: string }) {
  const texts = useUiTexts();

  return (
    <output aria-live="polite">
      {open && (
        <span
          data-loading-overlay
          className="fixed inset-0 z-[60] flex animate-appear items-center justify-center bg-paper/80"
        >
          <span className="flex min-w-44 flex-col items-center gap-4 rounded-card bg-card p-6 shadow-float">
            <Spinner className="size-14 text-brand" />
            <span className="font-semibold">{label ?? texts.loading}</span>
          </span>
        </span>
      )}
    </output>
  );
}
