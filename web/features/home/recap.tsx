import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Card } from "#web/ui/card.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { unbroken } from "#web/ui/money.tsx";

export type NextStep = {
  key: string;
  text: string;
  /** The first one's is the one clear button of the page, unless something is owed. */
  link: (variant: "primary" | "secondary") => ReactNode;
};

type RecapProps = {
  /** What has gone wrong. */
  alerts: ReactNode;
  /** What is owed and what comes next; undefined while it is being found out. */
  dues: ReactNode;
  /** Whether a button in it is the page's one clear button. */
  paysFirst: boolean;
  /** What waits for this official, the most pressing first; undefined while it is being found out. */
  steps: readonly NextStep[] | undefined;
  /** What could not be found out, and the way to try again. */
  failed: { detail: string; retry: () => void } | null;
};

/** Recap & Alerts (SCR-13): what has gone wrong, what is owed, what comes next, and what waits for this official. */
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

/** In the shape of what is owed, with its button, and what comes next. */
function Waiting() {
  return (
    <div aria-busy className="space-y-3">
      <Skeleton className="h-6 w-full max-w-72" />
      <Skeleton className="h-11 w-full max-w-56" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
