import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { formatMonth } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type SavingsParts = {
  /** The latest group year with a contribution, and KES paid in it and before it. */
  year: string | null;
  inYear: number;
  earlier: number;
  /** KES and number of payments that the offices have not decided yet. */
  waiting: number;
  waitingCount: number;
  paidUpTo: PlainDate | null;
};

type SavingsCardProps = {
  /** KES of approved contributions. */
  saved: number;
  /** Undefined while loading. */
  parts: SavingsParts | undefined;
};

const currencyClass = "[&>span]:text-on-forest-muted";

/** The one large figure: what the member has saved, and how it is made up. */
export function SavingsCard({ saved, parts }: SavingsCardProps) {
  const text = useTranslations("home");
  return (
    <section className="rounded-card bg-forest p-5 text-on-forest md:p-8">
      <h2 className="font-semibold text-on-forest-muted">{text("saved")}</h2>
      <p className="mt-1 border-b border-on-forest/20 pb-5">
        <Money amount={saved} size="hero" className={`${currencyClass} lg:text-[3.5rem]`} />
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 xl:grid-cols-4">
        <Part label={text("inYear", { year: parts?.year ?? "…" })} hidden={parts?.year === null}>
          {parts && <Money amount={parts.inYear} className={currencyClass} />}
        </Part>
        <Part label={text("earlier")} hidden={parts?.year === null}>
          {parts && <Money amount={parts.earlier} className={currencyClass} />}
        </Part>
        <Part
          label={text("waiting")}
          note={
            parts && parts.waitingCount > 0
              ? text("waitingNote", { count: parts.waitingCount })
              : undefined
          }
        >
          {parts && <Money amount={parts.waiting} className={currencyClass} />}
        </Part>
        <Part label={text("paidUpTo")}>
          {parts && (parts.paidUpTo === null ? text("notYetPaid") : formatMonth(parts.paidUpTo))}
        </Part>
      </dl>
    </section>
  );
}

type PartProps = {
  label: string;
  note?: string | undefined;
  hidden?: boolean;
  children: ReactNode;
};

function Part({ label, note, hidden = false, children }: PartProps) {
  if (hidden) return null;
  return (
    <div className="min-w-0">
      <dt className="text-sm text-on-forest-muted">{label}</dt>
      <dd className="font-semibold tabular-nums sm:text-lg">
        {children ?? <Skeleton className="my-1 h-5 w-24 opacity-30" />}
      </dd>
      {note && <dd className="text-sm text-on-forest-muted">{note}</dd>}
    </div>
  );
}
