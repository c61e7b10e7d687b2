import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { FiguresTable } from "./figures-table.tsx";
import { Problems } from "./problems-table.tsx";
import { TrialBalance } from "./trial-balance.tsx";
import type { Rehearsal } from "./use-opening-rehearsal.ts";

/** A rehearsal shown whole: what is wrong, the trial balance, and what each member will see. */
export function RehearsalView({
  rehearsal,
  children,
}: {
  rehearsal: Rehearsal;
  /** Of the difference, beside what else is wrong. */
  children: ReactNode;
}) {
  const text = useTranslations("opening.rehearsal");
  const { members, loans, ok, figures, totals } = rehearsal;
  return (
    <div className="space-y-4">
      <p className="text-muted">{text("counts", { members, loans })}</p>
      {ok && (
        <Alert live tone="good">
          {text("good")}
        </Alert>
      )}
      <Problems rehearsal={rehearsal} />
      {children}
      {hasErrors(rehearsal) && totals.length > 0 && (
        <p className="text-muted">{text("notCounted")}</p>
      )}
      {totals.length > 0 && <TrialBalance date={rehearsal.date} totals={totals} />}
      {figures.length > 0 && <FiguresTable figures={figures} />}
    </div>
  );
}

export function hasErrors({ rows }: Rehearsal): boolean {
  return rows.some(({ level }) => level === "error");
}
