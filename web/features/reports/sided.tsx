import { useTranslations } from "use-intl";
import { formatAmount } from "#web/ui/money.tsx";

/** A balance as a bank's statement writes it: the amount (KES, debit positive) without a sign, and the side it stands on. */
export function Sided({ amount }: { amount: number }) {
  const text = useTranslations("reports");
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatAmount(Math.abs(amount))}
      {amount !== 0 && (
        <abbr
          title={text(amount > 0 ? "debitSide" : "creditSide")}
          className="ps-1 text-[0.75em] font-normal text-muted no-underline"
        >
          {text(amount > 0 ? "dr" : "cr")}
        </abbr>
      )}
    </span>
  );
}
