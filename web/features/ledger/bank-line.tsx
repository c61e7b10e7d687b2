import { useTranslations } from "use-intl";
import { formatKes, type Cents } from "#domain/money.ts";
import { unbroken } from "#web/ui/unbroken.tsx";

type BankLineProps = {
  bankName: string;
  /** What the bank holds. */
  beforeCents: Cents;
  effectCents: Cents;
};

/** What an entry does to the bank, in a sentence with both balances. */
export function BankLine({ bankName, beforeCents, effectCents }: BankLineProps) {
  const text = useTranslations("ledger");
  const sentence = effectCents === 0n ? "bankStays" : effectCents > 0n ? "bankRises" : "bankFalls";
  return unbroken(
    text(sentence, {
      bank: bankName,
      before: formatKes(beforeCents),
      after: formatKes(beforeCents + effectCents),
    }),
  );
}
