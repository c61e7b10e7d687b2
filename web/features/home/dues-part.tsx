import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Facts, type Fact } from "#web/ui/facts.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";

export type NextDue = {
  key: string;
  /** "KES 1,000.00 by 05 Dec 2026". */
  what: string;
  /** What it is for. */
  why: string;
  link: ReactNode;
};

type DuesPartProps = {
  /** KES: all that is owed now, and what it is made of. */
  total: number;
  facts: readonly Fact[];
  /** KES of the payments that the offices have not decided. */
  waiting: number;
  /** The one button that fills the payment in; null where nothing is to be paid here. */
  pay: ReactNode;
  /** When and how much is next, the contribution first. */
  next: readonly NextDue[];
};

/** What the member owes now, with the way to pay it, and what comes next (PAY-20). */
export function DuesPart({ total, facts, waiting, pay, next }: DuesPartProps) {
  const text = useTranslations("home");
  return (
    <div className="space-y-3">
      <section aria-labelledby="owed-now">
        {total === 0 ? (
          <h3 id="owed-now" className="flex items-center gap-2 text-base">
            <CircleCheck aria-hidden className="size-5 flex-none text-good" />
            {text("oweNothing")}
          </h3>
        ) : (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 id="owed-now" className="text-base">
              {text("oweNow")}
            </h3>
            <Money amount={total} className="text-[1.375rem] font-bold tracking-tight" />
          </div>
        )}
        {facts.length > 1 && (
          <div className="text-sm [&_dl>div]:py-1">
            <Facts facts={facts} />
          </div>
        )}
        {facts.length === 1 && <p className="text-sm text-muted">{facts[0]?.label}</p>}
        {waiting > 0 && (
          <p className="flex items-center gap-1.5 text-sm text-waiting">
            <Clock aria-hidden className="size-4 flex-none" />
            {unbroken(text("waitingSum", { amount: formatMoney(waiting) }))}
          </p>
        )}
        {pay !== null && <div className="mt-2 flex flex-col sm:flex-row">{pay}</div>}
      </section>
      {next.length > 0 && (
        <section aria-labelledby="next-due">
          <h3 id="next-due" className="text-sm text-muted">
            {text("nextTitle")}
          </h3>
          <ul className="divide-y divide-line">
            {next.map(({ key, what, why, link }) => (
              <li key={key} className="flex items-center justify-between gap-3 py-1">
                <p className="min-w-0 flex-1">
                  <span className="block text-[0.9375rem] font-semibold tabular-nums">
                    {unbroken(what)}
                  </span>
                  <span className="block text-sm text-muted">{unbroken(why)}</span>
                </p>
                {link}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
