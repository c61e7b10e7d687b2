import { cx } from "./cx.ts";

/** A placeholder in the shape of what is loading; set its size: `h-7 w-40`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        "block animate-breathe rounded-control bg-line/80 print:hidden",
        className ?? "h-5",
      )}
    />
  );
}
