import { useTranslations } from "use-intl";
import { Card } from "#web/ui/card.tsx";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type FinesTotalsProps = {
  /** KES; undefined while loading. */
  total: number | undefined;
  unpaid: number | undefined;
  waiting: number | undefined;
};

/** What is left to pay, large, and how it came about. */
export function FinesTotals({ total, unpaid, waiting }: FinesTotalsProps) {
  const text = useTranslations("fines");
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Part label={text("unpaid")} amount={unpaid} large />
        <Part label={text("waiting")} amount={waiting} />
        <Part label={text("total")} amount={total} />
      </dl>
    </Card>
  );
}

type PartProps = { label: string; amount: number | undefined; large?: boolean };

function Part({ label, amount, large = false }: PartProps) {
  return (
    <div className={large ? "max-sm:col-span-2" : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">
        {amount === undefined ? (
          <Skeleton className="my-1 h-6 w-28" />
        ) : (
          <Money amount={amount} size={large ? "large" : "part"} />
        )}
      </dd>
    </div>
  );
}
