import { useTranslations } from "use-intl";
import { formatAmount } from "#web/ui/money.tsx";

type UnprintedProps = { at: "opening" | "closing"; balance: number };

/** Beside an opening or closing balance that the file does not print: the chain of balances is blind there (STAT-69). */
export function Unprinted({ at, balance }: UnprintedProps) {
  const text = useTranslations("statements.unprinted");
  return (
    <span className="block text-sm font-normal text-waiting">
      {text(at, { balance: formatAmount(balance) })}
    </span>
  );
}
