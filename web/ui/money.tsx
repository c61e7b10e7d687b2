import type { CSSProperties, ReactNode } from "react";
import { formatAmount as formatCents, type Cents } from "#domain/money.ts";
import { cx } from "./cx.ts";
import { lengthOfFigure } from "./figure-length.ts";

/** "1,234.50": an amount in KES without its currency, in brackets below zero. */
export function formatAmount(amount: number | string): string {
  return formatCents(BigInt(Math.round(Number(amount) * 100)));
}

/** "KES 1,234.50", for sentences. */
export function formatMoney(amount: number | string): string {
  return `KES ${formatAmount(amount)}`;
}

type MoneyProps = {
  /** KES, as the API sends it. */
  amount: number | string;
  /** Leaves out the currency, for columns whose heading names it. */
  bare?: boolean;
  /**
   * `large` is the main figure of a screen; `part` one of a few beside each other. All but `text` shrink to fit on
   * one line.
   */
  size?: "text" | "part" | "large" | "hero";
  className?: string;
};

/** `--most` is the largest font size. */
const sizes = {
  part: "[--most:1.125rem] font-semibold",
  large: "[--most:1.75rem] font-bold tracking-tight",
  hero: "[--most:clamp(2rem,1.2rem+4vw,3rem)] leading-tight font-bold tracking-tight",
};

/** An amount: tabular figures, never wrapped or cut, the currency small and muted. */
export function Money({ amount, bare, size = "text", className }: MoneyProps) {
  const figure = formatAmount(amount);
  const currency = !bare && (
    <>
      <span className="text-[min(1rem,0.8em)] font-normal tracking-normal text-muted">
        KES
      </span>{" "}
    </>
  );
  if (size === "text")
    return (
      <span className={cx("whitespace-nowrap tabular-nums", className)}>
        {currency}
        {figure}
      </span>
    );
  return (
    <span className="@container block w-full">
      <span
        data-figure
        style={{ "--length": lengthOfFigure(figure) + (bare ? 0 : 2) } as CSSProperties}
        className={cx(
          "text-[min(var(--most),calc(100cqi/var(--length)))] whitespace-nowrap tabular-nums",
          sizes[size],
          className,
        )}
      >
        {currency}
        {figure}
      </span>
    </span>
  );
}

/** Adds amounts of the API (KES with at most two decimals) in whole cents, so that the total is exact. */
export function sumCents(amounts: readonly number[]): Cents {
  return amounts.reduce((sum, amount) => sum + BigInt(Math.round(amount * 100)), 0n);
}

/** The same in KES. */
export function sumKes(amounts: readonly number[]): number {
  return Number(sumCents(amounts)) / 100;
}

/** A sentence whose amounts never wrap. A no-break space would change the text that people copy. */
export function unbroken(sentence: ReactNode): ReactNode {
  if (typeof sentence !== "string") return sentence;
  return sentence.split(/(KES \(?[\d,.]*\d\)?)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence keep their places.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
