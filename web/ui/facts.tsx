import type { ReactNode } from "react";

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
