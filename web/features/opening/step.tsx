import type { ReactNode } from "react";

type StepProps = { number: number; title: string; about: string; children: ReactNode };

/** One step of a few, with its number before its title. */
export function Step({ number, title, about, children }: StepProps) {
  return (
    <section className="min-w-0 rounded-card border border-line bg-card p-4 md:p-6">
      <div className="mb-4 flex gap-3">
        <span className="grid size-8 flex-none place-items-center rounded-full bg-brand font-bold text-on-brand tabular-nums">
          {number}
        </span>
        <div className="min-w-0">
          <h2 className="text-lg">{title}</h2>
          <p className="mt-1 max-w-prose text-muted">{about}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
