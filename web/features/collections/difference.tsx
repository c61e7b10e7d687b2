// What a count differs by, in a sentence (CASH-5).
import { useTranslations } from "use-intl";
import { type Cents, formatKes } from "#domain/money.ts";
import { unbroken } from "#web/ui/money.tsx";

/** Counted less the sheet, in cents. */
export function Difference({ cents }: { cents: Cents }) {
  const text = useTranslations("collections");
  if (cents === 0n) return <span className="text-good">{text("noDifference")}</span>;
  const sentence = text(cents < 0n ? "less" : "more", {
    amount: formatKes(cents < 0n ? -cents : cents),
  });
  return <span className="text-waiting">{unbroken(sentence)}</span>;
}
