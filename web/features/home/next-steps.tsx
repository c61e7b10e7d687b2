import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type NextStep = {
  key: string;
  text: string;
  /** The link; the first step's is the one clear button of the page. */
  link: (variant: "primary" | "secondary") => ReactNode;
};

/** What needs doing next, the most pressing first. Undefined while it is being found out. */
export function NextSteps({ steps }: { steps: readonly NextStep[] | undefined }) {
  const text = useTranslations("home");
  return (
    <Card title={text("nextStep")}>
      {steps === undefined ? (
        <div aria-busy className="space-y-3">
          <Skeleton className="h-6 w-full max-w-72" />
          <Skeleton className="h-11 w-full max-w-56" />
        </div>
      ) : steps.length === 0 ? (
        <p className="text-muted">{text("nothing")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {steps.map((step, place) => (
            <li
              key={step.key}
              className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0 sm:flex-row sm:items-center sm:justify-between"
            >
              <p className="min-w-0">{step.text}</p>
              {step.link(place === 0 ? "primary" : "secondary")}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
