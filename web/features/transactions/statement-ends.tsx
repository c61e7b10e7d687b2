import { useTranslations } from "use-intl";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** KES; undefined while loading. */
type StatementEndsProps = { opening: number | undefined; closing: number | undefined };

/** The balance before the period and at its end, as at the head of a bank's statement. */
export function StatementEnds({ opening, closing }: StatementEndsProps) {
  const text = useTranslations("transactions");
  return (
    <dl className="mb-2 grid grid-cols-2 gap-x-3 rounded-card max-[449px]:grid-cols-1 border border-line bg-card px-3 py-1 text-sm leading-5 md:mb-3 md:px-4 md:py-2">
      {[
        { label: text("opening"), amount: opening },
        { label: text("closing"), amount: closing },
      ].map(({ label, amount }) => (
        <div
          key={label}
          className="min-w-0 max-[449px]:flex max-[449px]:justify-between max-[449px]:gap-3"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">
            {amount === undefined ? (
              <Skeleton className="h-5 w-24" />
            ) : (
              <Money amount={amount} parentheses />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
