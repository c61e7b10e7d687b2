import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts, type Fact } from "#web/ui/facts.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { unbroken } from "#web/ui/unbroken.tsx";

export type NextStep = {
  key: string;
  /** Set for what has gone wrong: told as an alert above the rest. */
  alert?: string;
  text: string;
  /** The link; the first step's is the one clear button of the page. Null where nothing can be done now. */
  link: ((variant: "primary" | "secondary") => ReactNode) | null;
};

type RecapProps = {
  /** The most pressing first; undefined while it is being found out. */
  steps: readonly NextStep[] | undefined;
  /** What the member owes, if anything. */
  owed: readonly Fact[];
  /** What could not be found out, and the way to try again. */
  failed: { detail: string; retry: () => void } | null;
};

/** Recap & Alerts (SCR-13): what has gone wrong, what is owed, and what needs doing next. */
export function Recap({ steps, owed, failed }: RecapProps) {
  const text = useTranslations("home");
  if (steps === undefined)
    return (
      <Card title={text("recap")}>
        <div aria-busy className="space-y-3">
          <Skeleton className="h-6 w-full max-w-72" />
          <Skeleton className="h-11 w-full max-w-56" />
        </div>
      </Card>
    );

  const alerts = steps.filter((step) => step.alert !== undefined);
  const others = steps.filter((step) => step.alert === undefined);
  const variantOf = (step: NextStep) => (step === steps[0] ? "primary" : "secondary");
  return (
    <Card title={text("recap")}>
      {alerts.map((step) => (
        <div key={step.key} className="mb-3">
          <Alert
            live
            tone="bad"
            {...(step.alert === undefined ? {} : { title: step.alert })}
            action={step.link?.(variantOf(step))}
          >
            {step.text}
          </Alert>
        </div>
      ))}
      {owed.length > 0 && (
        <div className="mb-4">
          <Facts facts={owed} />
        </div>
      )}
      {failed !== null && (
        <div className="mb-3">
          <LoadProblem detail={failed.detail} onRetry={failed.retry} />
        </div>
      )}
      <h3 className="mb-3 text-sm text-muted">{text("nextStep")}</h3>
      {others.length === 0 && failed !== null ? (
        <p className="text-muted">–</p>
      ) : others.length === 0 ? (
        <p className="text-muted">
          {text(alerts.length === 0 && owed.length === 0 ? "nothing" : "nothingNow")}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {others.map((step) => (
            <li
              key={step.key}
              className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between"
            >
              <p className="min-w-0 sm:flex-1 sm:basis-48">{unbroken(step.text)}</p>
              {step.link?.(variantOf(step))}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
