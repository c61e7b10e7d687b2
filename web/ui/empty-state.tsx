import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawings.tsx";

type EmptyStateProps = {
  /** The specification's sentence. */
  title: string;
  /** What to do to fill it. */
  hint?: ReactNode;
  drawing?: DrawingName;
  /** A button that fills it. */
  action?: ReactNode;
};

/** An empty list: a drawing, a sentence, and the action that fills it. */
export function EmptyState({ title, hint, drawing = "ledger", action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-8 text-center">
      <Drawing name={drawing} />
      <p className="mt-2 text-lg font-semibold text-balance">{title}</p>
      {hint && <p className="max-w-prose text-muted">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
