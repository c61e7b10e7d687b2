import type { ReactNode } from "react";
import { cx } from "./cx.ts";

type CardProps = {
  title?: string;
  /** The heading's level in the page's outline. */
  level?: 2 | 3;
  /** Beside the title, e.g. a link or a badge. */
  aside?: ReactNode;
  /** No padding, for a table that reaches the edges. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
};

/** A surface with a thin border: 16 px of padding on a phone, 24 from 768 px. */
export function Card({ title, level = 2, aside, flush = false, className, children }: CardProps) {
  const Heading = level === 2 ? "h2" : "h3";

  return (
    <section
      className={cx(
        "min-w-0 rounded-card border border-line bg-card",
        !flush && "p-4 md:p-6",
        className,
      )}
    >
      {(title || aside) && (
        <header
          className={cx(
            "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
            flush ? "border-b border-line p-4 md:px-6" : "mb-4",
          )}
        >
          {title && <Heading className="text-lg">{title}</Heading>}
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

export type Fact = { label: string; value: ReactNode };

/** Names and values, one pair on each ruled line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <dt className="text-muted">{label}</dt>
          <dd className="ms-auto max-w-full text-end font-semibold tabular-nums wrap-anywhere">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
