import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { formatKes, toKes } from "#domain/money.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { centsOf, useOwed } from "./use-owed.ts";

type Filled = {
  /** KES; undefined where it could not be loaded: the form then opens as without. */
  offered: number | undefined;
  /** What comes after this payment, where something does. */
  note: ReactNode;
};

/** A payment form filled in with what is owed of its kind, or else with what comes next; shown once that is known. */
export function WithDues({ children }: { children: (filled: Filled) => ReactNode }) {
  const text = useTranslations("payTo");
  const { owed, failed } = useOwed();
  if (failed !== null) return children({ offered: undefined, note: null });
  if (owed === undefined) return <Skeleton className="h-152 sm:h-140" />;
  const own = owed.parts.find(({ kind }) => kind === "contributions");
  const rest = owed.parts.filter((part) => part !== own);
  const offered = own === undefined ? owed.dues.contributions.next?.amount : toKes(own.cents);
  const note = own !== undefined && rest.length > 0 && (
    <Alert tone="note">
      {text("partOf", { first: formatKes(own.cents), rest: formatKes(centsOf(rest)) })}
    </Alert>
  );
  return children({ offered, note });
}
