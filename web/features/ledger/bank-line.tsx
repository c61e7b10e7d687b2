import { useTranslations } from "use-intl";
import { getSettings } from "#contract/group.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";

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

/**
 * The limit in KES when what would leave the bank is above it, so that the entry is proposed and waits for a second official
 * (BOOK-20); null when it is posted at once. `effectCents` is negative for what leaves; null while it is not known.
 */
export function useSecondPerson(effectCents: Cents | null): number | null {
  const { data } = useEndpoint(getSettings, { figuresOnly: true });
  const above = data?.second_person_above ?? null;
  if (above === null || effectCents === null) return null;
  return -effectCents > sumCents([above]) ? above : null;
}
