import { Spinner } from "./spinner.tsx";
import { useUiTexts } from "./texts.tsx";

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
