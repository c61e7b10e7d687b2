import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawings.tsx";

type PageNoticeProps = {
  title: string;
  hint?: ReactNode;
  drawing: DrawingName;
  /** Ways on. */
  action?: ReactNode;
};

/** A page that has nothing but a message: the message is its heading. Inside a frame that has the `main` already. */
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
