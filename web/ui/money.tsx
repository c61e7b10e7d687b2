import { formatAmount as formatCents } from "#domain/money.ts";
import { cx } from "./cx.ts";

/** "1,234.50": an amount in KES without its currency. `parentheses` writes negatives as accountants do. */
export function formatAmount(amount: number | string, parentheses = false): string {
  const cents = BigInt(Math.round(Number(amount) * 100));
  return cents < 0n && parentheses ? `(${formatCents(-cents)})` : formatCents(cents);
}

/** "KES 1,234.50", for sentences. */
export function formatMoney(amount: number | string): string {
  return `KES ${formatAmount(amount)}`;
}

type MoneyProps = {
  /** KES, as it came over the wire. */
  amount: number | string;
  /** Leaves out the currency, for columns whose head names it. */
  bare?: boolean;
  /** Negative amounts in parentheses, in reports. */
  parentheses?: boolean;
  /** `large` is the one figure a screen is about. */
  size?: "text" | "large" | "hero";
  className?: string;
};

const sizes = {
  text: "",
  large: "text-2xl font-bold tracking-tight",
  hero: "text-[clamp(2rem,1.2rem+4vw,3rem)] leading-tight font-bold tracking-tight",
};

/** An amount: tabular figures, never broken over two lines, the currency small and muted. */
export function Money({ amount, bare, parentheses, size = "text", className }: MoneyProps) {
  return (
    <span className={cx("whitespace-nowrap tabular-nums", sizes[size], className)}>
      {!bare && (
        <>
          <span
            className={cx(
              "font-normal tracking-normal text-muted",
              size === "text" ? "text-[0.8em]" : "text-base",
            )}
          >
            KES
          </span>{" "}
        </>
      )}
      {formatAmount(amount, parentheses)}
    </span>
  );
}
