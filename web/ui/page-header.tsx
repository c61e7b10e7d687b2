import { useEffect, type ReactNode } from "react";
import { unbroken } from "./money.tsx";

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** Buttons; on a phone they take the full width below the title. */
  actions?: ReactNode;
};

/** The top of a page: its name, a sentence about it, and its actions. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-col gap-4 md:flex-row md:items-end md:justify-between">
      <div className="min-w-0 md:min-w-48 md:shrink-[1000]">
        <h1 className="text-2xl tracking-tight">{title}</h1>
        {subtitle && <p className="mt-1 text-muted">{unbroken(subtitle)}</p>}
      </div>
      {actions && (
        <div
          data-print="never"
          className="flex flex-col gap-2 md:flex-row md:flex-wrap md:justify-end"
        >
          {actions}
        </div>
      )}
    </header>
  );
}

/** Sets the window's title: the page's name, then the group's. */
export function usePageTitle(title: string, group: string): void {
  useEffect(() => {
    document.title = `${title} · ${group}`;
  }, [title, group]);
}

/**
 * The main action of a page: at the bottom of a phone's screen, within reach of the thumb; in its normal position on
 * a desktop.
 */
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
