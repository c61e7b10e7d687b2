import type { ReactNode } from "react";

/** A tip beside its content on hover and focus. The content must carry the same name itself: this is for the eye only. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className="group/tip relative flex">
      {children}
      <span
        aria-hidden
        className="pointer-events-none invisible absolute start-full top-1/2 z-30 ms-2 -translate-y-1/2 rounded-control bg-ink px-2 py-1 text-sm whitespace-nowrap text-paper opacity-0 transition-opacity group-focus-within/tip:visible group-focus-within/tip:opacity-100 group-hover/tip:visible group-hover/tip:opacity-100"
      >
        {text}
      </span>
    </span>
  );
}
