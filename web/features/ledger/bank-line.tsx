import { useTranslations } from "use-intl";
import { formatKes, type Cents } from "#domain/money.ts";
import { formatMoney, unbroken } from "#web/ui/money.tsx";
import { useSecondPerson } from "./use-second-person.ts";

type BankLineProps = {
  bankName: string;
  /** What the bank holds. */
  beforeCents: Cents;
  effectCents: Cents;
};

/** What an entry does to the bank, in a sentence with both balances; and that it waits for a second official (BOOK-20). */
export function BankLine({ bankName, beforeCents, effectCents }: BankLineProps) {
  const text = useTranslations("ledger");
  const sentence = effectCents === 0n ? "bankStays" : effectCents > 0n ? "bankRises" : "bankFalls";
  const above = useSecondPerson(effectCents);
  return (
    <>
      {unbroken(
        text(sentence, {
          bank: bankName,
          before: formatKes(beforeCents),
          after: formatKes(beforeCents + effectCents),
        }),
      )}
      {above !== null && (
        <strong className="mt-1 block font-semibold text-ink">
          {unbroken(text("secondPerson", { amount: formatMoney(above) }))}
        </strong>
      )}
    </>
  );
}
