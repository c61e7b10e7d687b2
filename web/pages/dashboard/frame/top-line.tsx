import type { ReactNode } from "react";

type TopLineProps = {
  /** The buttons of the menu. */
  menu: ReactNode;
  welcome: string;
  /** From when the figures are; nothing if they are current. */
  asOf: ReactNode;
  /** At the end of the line. */
  children: ReactNode;
};

/** The line on top of every page of the dashboard. */
export function TopLine({ menu, welcome, asOf, children }: TopLineProps) {
  return (
    <header
      data-print="never"
      className="sticky top-0 z-20 flex h-16 items-center gap-2 border-b border-line bg-card px-2"
    >
      {menu}
      <div className="relative min-w-0">
        <p className="truncate font-semibold md:text-lg">{welcome}</p>
        {asOf}
      </div>
      {children}
    </header>
  );
}

/** It takes no room, so that nothing moves. */
export function AsOfLine({ children }: { children: ReactNode }) {
  return (
    <p className="absolute top-full text-xs leading-none whitespace-nowrap text-muted">
      {children}
    </p>
  );
}

/** The look of the part that scrolls below the line. */
export const contentLook =
  "mx-auto w-full max-w-[1200px] min-w-0 flex-1 p-4 pb-24 outline-none md:p-8";
