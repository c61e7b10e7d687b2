import { Search, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { accounts, accountsOf, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { FUND_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { entryTypes, type EntryType } from "#domain/ledger/entry-types.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { DateRange } from "#web/ui/date-field.tsx";
import { controlClass, SelectField } from "#web/ui/field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

export type JournalFilterValue = {
  start_date?: PlainDate;
  end_date?: PlainDate;
  account?: AccountCode;
  kind?: EntryType;
  member?: number;
  search?: string;
};

type JournalFilterProps = {
  value: JournalFilterValue;
  nameOf: (account: string) => string;
  onChange: (filter: JournalFilterValue) => void;
};

/** Filters the journal: by words while typing, and by days, account and kind when applied. */
export function JournalFilter({ value, nameOf, onChange }: JournalFilterProps) {
  const text = useTranslations("ledger");
  const ui = useUiTexts();
  const id = useId();
  const { start_date, end_date, account, kind, search } = value;
  const isNarrowed = start_date !== undefined || account !== undefined || kind !== undefined;
  const [isOpen, setIsOpen] = useState(isNarrowed);
  const [typed, setTyped] = useState(search ?? "");
  const change = (next: {
    [Name in keyof JournalFilterValue]?: JournalFilterValue[Name] | undefined;
  }) => onChange(withoutEmpty({ ...value, ...next }));

  return (
    <div className="space-y-3">
      <search>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const sought = typed.trim();
            change({ search: sought === "" ? undefined : sought });
          }}
        >
          <div className="min-w-0 flex-1">
            <label htmlFor={`${id}-search`} className="sr-only">
              {text("search")}
            </label>
            <input
              id={`${id}-search`}
              type="search"
              name="search"
              maxLength={100}
              placeholder={text("searchHelp")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className={controlClass}
            />
          </div>
          <Button type="submit" variant="secondary" icon={<Search aria-hidden />}>
            <span className="max-md:sr-only">{ui.show}</span>
          </Button>
          <IconButton
            label={text(isOpen ? "hideFilter" : "filter")}
            icon={<SlidersHorizontal aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={`${id}-filter`}
            onClick={() => setIsOpen(!isOpen)}
          />
        </form>
      </search>
      <div
        id={`${id}-filter`}
        hidden={!isOpen}
        className="flex flex-wrap items-start gap-x-3 gap-y-4 rounded-card border border-line bg-card p-4 [&[hidden]]:hidden"
      >
        <DateRange
          value={{ from: start_date ?? "", to: end_date ?? "" }}
          labels={{ from: text("from"), to: text("to"), clear: text("clear") }}
          messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
          onApply={({ from, to }) => change({ start_date: from, end_date: to })}
          {...(start_date === undefined
            ? {}
            : { onClear: () => change({ start_date: undefined, end_date: undefined }) })}
        />
        <SelectField
          className="flex-1 basis-52 md:max-w-72"
          label={text("account")}
          name="account"
          value={account ?? ""}
          placeholder={text("allAccounts")}
          options={accountsOf((code) => code === account).map(({ code }) => ({
            value: code,
            label: nameOf(code),
          }))}
          onChange={(event) =>
            change({ account: accounts.find(({ code }) => code === event.target.value)?.code })
          }
        />
        <SelectField
          className="flex-1 basis-52 md:max-w-72"
          label={text("kind")}
          name="kind"
          value={kind ?? ""}
          placeholder={text("allKinds")}
          options={entryTypes
            .filter((type) => type === kind || !withoutScreen.has(type))
            .map((type) => ({ value: type, label: text(`types.${type}`) }))}
          onChange={(event) =>
            change({ kind: entryTypes.find((type) => type === event.target.value) })
          }
        />
      </div>
    </div>
  );
}

/** Most groups have neither cash nor funds (CASH-1, FUND-1). */
const withoutScreen: ReadonlySet<EntryType> = new Set([
  "cash_deposit",
  "cash_withdrawal",
  "cash_count",
  "collection",
  "fund_spending",
  "fund_transfer",
  FUND_PAYMENT,
]);

/** Without what is undefined. */
function withoutEmpty(filter: {
  [Name in keyof JournalFilterValue]?: JournalFilterValue[Name] | undefined;
}): JournalFilterValue {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
