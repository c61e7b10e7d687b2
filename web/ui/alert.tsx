import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { unbroken } from "./money.tsx";
import { useUiTexts } from "./texts.tsx";

type AlertTone = "good" | "waiting" | "bad" | "note";

const looks: Record<AlertTone, { ground: string; mark: string; Icon: LucideIcon }> = {
  good: { ground: "border-good/30 bg-good-ground", mark: "text-good", Icon: CircleCheck },
  waiting: { ground: "border-waiting/30 bg-waiting-ground", mark: "text-waiting", Icon: Clock },
  bad: { ground: "border-bad/30 bg-bad-ground", mark: "text-bad", Icon: CircleAlert },
  note: { ground: "border-note/30 bg-note-ground", mark: "text-note", Icon: Info },
};

type AlertProps = {
  tone: AlertTone;
  title?: string;
  children?: ReactNode;
  /** A button or link at its end. */
  action?: ReactNode;
  /** True for something that has just happened: it is announced at once. */
  live?: boolean;
};

/** A sentence on the page that should not be missed. */
export function Alert({ tone, title, children, action, live = false }: AlertProps) {
  const { ground, mark, Icon } = looks[tone];
  return (
    <div
      role={live ? "alert" : undefined}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border p-3 md:px-4",
        ground,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Icon aria-hidden className={cx("mt-0.5 size-5 flex-none", mark)} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{unbroken(title)}</p>}
          {children && <div>{unbroken(children)}</div>}
        </div>
      </div>
      {action}
    </div>
  );
}

/** Shown instead of what could not be loaded: the reason, and a retry. */
export function LoadProblem({ detail, onRetry }: { detail: string; onRetry: () => void }) {
  const texts = useUiTexts();
  return (
    <Alert
      live
      tone="bad"
      title={detail || texts.loadFailed}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    />
  );
}
