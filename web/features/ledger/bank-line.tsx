import { useTranslations } from "use-intl";
import { getSettings } from "#endpoints/group.ts";
import { formatKes, type Cents } from "#domain/money.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";

type BankLineProps = {
  bankName: string;
  /** The bank's balance. */
  beforeCents: Cents;
  effectCents: Cents;
};

/**
 * What an entry does to the bank, in a sentence with both balances; and whether it waits for a second official
 * (BOOK-20).
 */
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

export function prefetchSecondPerson(prefetch: Prefetch): void {
  prefetch(getSettings);
}

/**
 * The limit in KES if more than that would leave the bank, so that the entry is proposed and waits for a second
 * official (BOOK-20); null if it posts at once. `effectCents` is negative for money out, and null while unknown.
 */
export function useSecondPerson(effectCents: Cents | null): number | null {
  const { data } = useEndpoint(getSettings, { figuresOnly: true });
  const above = data?.second_person_above ?? null;
  if (above === null || effectCents === null) return null;
  return -effectCents > sumCents([above]) ? above : null;
}
