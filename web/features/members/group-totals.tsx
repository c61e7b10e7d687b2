import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type GroupTotalsProps = {
  /** KES; undefined while loading. */
  totals: readonly { label: string; amount: number | undefined }[];
};

/** The figures of the whole group, side by side. */
export function GroupTotals({ totals }: GroupTotalsProps) {
  return (
    <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {totals.map(({ label, amount }) => (
        <div key={label} className="rounded-card border border-line bg-card p-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1">
            {amount === undefined ? (
              <Skeleton className="my-1 h-7 w-32" />
            ) : (
              <Money amount={amount} size="large" className="[--most:1.375rem]!" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
