import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./empty-state.tsx";
import { useUiTexts } from "./texts.tsx";

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
