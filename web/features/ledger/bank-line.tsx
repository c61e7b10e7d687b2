import { useTranslations } from "use-intl";
import { formatKes, type Cents } from "#domain/money.ts";
import { getSettings } from "#contract/group.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { sumCents } from "#web/ui/sum-kes.ts";
import { unbroken } from "#web/ui/unbroken.tsx";

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
  const { data } = useEndpoint(getSettings);
  const above = data?.second_person_above ?? null;
  const needsSecond = above !== null && -effectCents > sumCents([above]);
  return (
    <>
      {unbroken(
        text(sentence, {
          bank: bankName,
          before: formatKes(beforeCents),
          after: formatKes(beforeCents + effectCents),
        }),
      )}
      {needsSecond && (
        <strong className="mt-1 block font-semibold text-ink">
          {unbroken(text("secondPerson", { amount: formatMoney(above) }))}
        </strong>
      )}
    </>
  );
}
