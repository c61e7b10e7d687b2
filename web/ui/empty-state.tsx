import type { ReactNode } from "react";

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

export type DrawingName = "coins" | "ledger" | "approvals" | "people" | "loan" | "lost";

const shapes: Record<DrawingName, ReactNode> = {
  coins: (
    <>
      <ellipse cx="46" cy="74" rx="24" ry="8" />
      <path d="M22 74v10c0 4.4 10.7 8 24 8s24-3.600 24-8V74" />
      <path d="M22 64v10M70 64v10" />
      <ellipse cx="46" cy="64" rx="24" ry="8" />
      <g className="text-clay" stroke="currentColor">
        <circle cx="82" cy="36" r="16" />
        <circle cx="82" cy="36" r="9" />
        <path d="M82 60v8M66 26l-5-5M98 26l5-5M82 14V8" />
      </g>
    </>
  ),
  ledger: (
    <>
      <path d="M60 28c-10-8-26-9-40-6v64c14-3 30-2 40 6 10-8 26-9 40-6V22c-14-3-30-2-40 6Z" />
      <path d="M60 28v64" />
      <path d="M29 38c8-1 16 0 22 3M29 50c8-1 16 0 22 3M29 62c8-1 16 0 22 3" />
      <g className="text-clay" stroke="currentColor">
        <path d="M69 41c6-3 14-4 22-3M69 53c6-3 14-4 22-3M77 68c5-1 9-2 14-1M77 73c5-1 9-2 14-1" />
      </g>
    </>
  ),
  approvals: (
    <>
      <rect x="26" y="16" width="54" height="72" rx="6" />
      <path d="M38 32h30M38 44h30M38 56h16" />
      <g className="text-clay" stroke="currentColor">
        <circle cx="62" cy="76" r="15" />
        <circle cx="86" cy="76" r="15" />
        <path d="m55 76 5 5 8-9M79 76l5 5 8-9" />
      </g>
    </>
  ),
  people: (
    <>
      <circle cx="42" cy="40" r="13" />
      <path d="M18 88c0-16 10-26 24-26s24 10 24 26" />
      <g className="text-clay" stroke="currentColor">
        <circle cx="80" cy="48" r="10" />
        <path d="M72 68c3-2 5-2 8-2 11 0 20 8 20 22" />
      </g>
    </>
  ),
  loan: (
    <>
      <path d="M14 72c10-8 20-10 30-4l12 6h14c8 0 8 10 0 10H54" />
      <path d="M70 75l22-9c8-3 12 6 5 10L66 94c-6 3-12 3-18 0l-10-5c-8-3-16-2-24 3" />
      <g className="text-clay" stroke="currentColor">
        <circle cx="66" cy="38" r="18" />
        <circle cx="66" cy="38" r="11" />
        <path d="M66 33v10" />
      </g>
    </>
  ),
  lost: (
    <>
      <path d="M60 92V56M60 70 42 56M60 64l16-12" />
      <path d="M34 92h52" />
      <g className="text-clay" stroke="currentColor">
        <circle cx="60" cy="36" r="22" strokeDasharray="5 7" />
        <circle cx="60" cy="36" r="13" />
        <path d="M60 31v5M60 41v.5" />
      </g>
    </>
  ),
};

export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 104"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className ?? "h-24 text-brand"}
    >
      {shapes[name]}
    </svg>
  );
}

/** The group's mark: growth rings around a coin. Decorative: the name is beside it. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden className={className ?? "size-8"}>
      <circle cx="16" cy="16" r="16" fill="var(--brand)" />
      <circle cx="16" cy="17.5" r="11.5" stroke="var(--on-brand)" strokeWidth="1.75" />
      <circle cx="16" cy="19.25" r="7.25" stroke="var(--on-brand)" strokeWidth="1.75" />
      <circle cx="16" cy="21" r="3" fill="var(--marigold)" />
    </svg>
  );
}
