import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Card, type Fact, Facts } from "#web/ui/card.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type NextStep = {
  key: string;
  text: string;
  /** The first one's button is the page's primary one, unless something is owed. */
  link: (variant: "primary" | "secondary") => ReactNode;
};

type RecapProps = {
  /** Problems. */
  alerts: ReactNode;
  /** What is owed and what comes next; undefined while loading. */
  dues: ReactNode;
  /** Whether one of its buttons is the page's primary one. */
  paysFirst: boolean;
  /** What waits for this official, the most urgent first; undefined while loading. */
  steps: readonly NextStep[] | undefined;
  /** What failed to load, with a retry. */
  failed: { detail: string; retry: () => void } | null;
};

/** Recap & Alerts (SCR-13): problems, what is owed, what comes next, and what waits for this official. */
export function Recap({ alerts, dues, paysFirst, steps, failed }: RecapProps) {
  const text = useTranslations("home");
  return (
    <Card title={text("recap")} className="[&>header]:mb-2">
      {alerts}
      {dues ?? (failed === null && <Waiting />)}
      {failed !== null && (
        <div className="mt-3">
          <LoadProblem detail={failed.detail} onRetry={failed.retry} />
        </div>
      )}
      {steps !== undefined && steps.length > 0 && (
        <section aria-labelledby="next-steps" className="mt-3 border-t border-line pt-3">
          <h3 id="next-steps" className="mb-2 text-sm text-muted">
            {text("nextStep")}
          </h3>
          <ul className="divide-y divide-line">
            {steps.map((step, index) => (
              <li
                key={step.key}
                className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between"
              >
                <p className="min-w-0 sm:flex-1 sm:basis-48">{unbroken(step.text)}</p>
                {step.link(index === 0 && !paysFirst ? "primary" : "secondary")}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

/** A placeholder for what is owed, with its button, and what comes next. */
function Waiting() {
  return (
    <div aria-busy className="space-y-3">
      <Skeleton className="h-6 w-full max-w-72" />
      <Skeleton className="h-11 w-full max-w-56" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

export type NextDue = {
  key: string;
  /** "KES 1,000.00 by 05 Dec 2026". */
  what: string;
  /** What it is for. */
  why: string;
  link: ReactNode;
};

type DuesPartProps = {
  /** KES: everything owed now, and its parts. */
  total: number;
  facts: readonly Fact[];
  /** KES of the payments that the offices have not decided. */
  waiting: number;
  /** The one button that fills the payment in; null if nothing can be paid here. */
  pay: ReactNode;
  /** The next payments with amount and day, the contribution first. */
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
