import type { ReactNode } from "react";
import { unbroken } from "./unbroken.tsx";

type PageHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  /** Buttons; on a phone they take the full width below the title. */
  actions?: ReactNode;
};

/** The head of a page: its name, a line about it, what can be done. */
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
