import { type ReactNode, useEffect } from "react";
import { unbroken } from "./money.tsx";
import { Drawing, type DrawingName } from "./empty-state.tsx";
import { useUiTexts } from "./texts.tsx";

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

type PageNoticeProps = {
  title: string;
  hint?: ReactNode;
  drawing: DrawingName;
  /** Links and buttons. */
  action?: ReactNode;
};

/** A page that only shows a message: the message is its heading. For use inside a frame with its own `main`. */
export function PageNotice({ title, hint, drawing, action }: PageNoticeProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-8 text-center">
      <Drawing name={drawing} />
      <h1 className="mt-2 text-xl">{title}</h1>
      {hint && <p className="max-w-prose text-muted">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

type ErrorPageProps = {
  /** "Unexpected Application Error!" without it (SCR-11). */
  title?: string;
  /** What happened and what to do, e.g. "Loading chunk home failed". */
  detail?: ReactNode;
  /** Links and buttons: a retry, a link home. */
  actions?: ReactNode;
  /** True inside a page that has its own `main`, e.g. in the dashboard's outlet. */
  within?: boolean;
};

/** A whole page about an error. */
export function ErrorPage({ title, detail, actions, within = false }: ErrorPageProps) {
  const texts = useUiTexts();
  const Container = within ? "div" : "main";
  return (
    <Container className="mx-auto flex min-h-[80dvh] max-w-xl flex-col items-center justify-center p-6 text-center">
      <Drawing name="lost" className="h-32 text-brand" />
      <h1 className="mt-6 text-2xl">{title ?? texts.unexpectedError}</h1>
      {detail && <p className="mt-2 text-muted">{detail}</p>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </Container>
  );
}
