import type { ReactNode } from "react";

/** The primary action of a page: within the thumb's reach at the foot of a phone's screen, in its place on a desk. */
export function ThumbBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-print="never"
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-card max-md:p-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
