import { useWatch, type Control } from "react-hook-form";
import { useTranslations } from "use-intl";
import { parsePlainDate } from "#domain/calendar.ts";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { formatKes } from "#domain/money.ts";
import { textsOf } from "#web/messages/words.ts";
import { formatDay } from "#web/ui/day.ts";
import { unbroken } from "#web/ui/money.tsx";
import { BankLine } from "./bank-line.tsx";
import {
  amountOf,
  bankEffectOf,
  bankOf,
  chosenSource,
  interestOf,
  type EntryFields,
  type Ledger,
} from "./entry-fields.ts";

type EntrySummaryProps = { control: Control<EntryFields>; ledger: Ledger; bankName: string };

/** What the entry will do, with exact amounts, beside the button that does it (SCR-24). */
export function EntrySummary({ control, ledger, bankName }: EntrySummaryProps) {
  const text = useTranslations("ledger");
  const fields = useWatch({ control }) as EntryFields;
  const sentence = useSentence(fields, ledger);
  const effectCents = bankEffectOf(fields);
  const day = parsePlainDate(fields.date);

  if (sentence === null || effectCents === null)
    return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="font-semibold">{unbroken(sentence)}</strong>{" "}
      {day !== null && <>{unbroken(text("countsOn", { date: formatDay(day) }))} </>}
      <span className="text-muted">
        <BankLine bankName={bankName} beforeCents={bankOf(ledger)} effectCents={effectCents} />
      </span>
    </p>
  );
}

function useSentence(fields: EntryFields, ledger: Ledger): string | null {
  const text = useTranslations("ledger");
  const cents = amountOf(fields);
  if (cents === null || fields.type === "") return null;
  const amount = formatKes(cents);
  const source = chosenSource(fields, ledger);
  const left = source && formatKes(source.leftCents - cents);
  switch (fields.type) {
    case "expense": {
      const category = expenseCategories.find((each) => each === fields.category);
      return category === undefined
        ? null
        : text("summaries.expense", { amount, category: textsOf("accounts")[category] });
    }
    case "investment":
    case "goodwill":
    case "dividend_declaration":
    case "other_income":
      return text(`summaries.${fields.type}`, { amount });
    case "dividend_payment":
      return left && text("summaries.dividend_payment", { amount, left });
    case "equity_fixed_deposit": {
      const date = parsePlainDate(fields.maturity_date);
      return date && text("summaries.equity_fixed_deposit", { amount, date: formatDay(date) });
    }
    case "redeem_fixed_deposit": {
      const interest = interestOf(fields);
      return interest === null || left === null
        ? null
        : text("summaries.redeem_fixed_deposit", { amount, left, interest: formatKes(interest) });
    }
  }
}
