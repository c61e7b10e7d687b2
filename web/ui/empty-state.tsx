import type { ReactNode } from "react";
import { Drawing, type DrawingName } from "./drawings.tsx";

type EmptyStateProps = {
  /** The sentence the specification gives. */
  title: string;
  /** What would fill it. */
  hint?: ReactNode;
  drawing?: DrawingName;
  /** A button that fills it. */
  action?: ReactNode;
};

/** Nothing here yet: a drawing, a sentence, the action that fills it. */
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
