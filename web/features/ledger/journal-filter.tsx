import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { Card } from "#web/ui/card.tsx";
import { DateRange } from "#web/ui/date-range.tsx";
import { SelectField } from "#web/ui/select-field.tsx";

export type JournalFilterValue = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: AccountCode | undefined;
};

type Chosen = { start_date?: PlainDate; end_date?: PlainDate; account?: AccountCode };

type JournalFilterProps = {
  value: JournalFilterValue;
  nameOf: (account: string) => string;
  onChange: (filter: Chosen) => void;
};

/** Which entries the journal shows: by their days, and by an account that they move. */
export function JournalFilter({ value, nameOf, onChange }: JournalFilterProps) {
  const text = useTranslations("ledger");
  const { start_date, end_date, account } = value;
  const period = start_date === undefined || end_date === undefined ? {} : { start_date, end_date };
  const chosenAccount = account === undefined ? {} : { account };

  const chooseAccount = (chosen: string) => {
    const found = accounts.find(({ code }) => code === chosen)?.code;
    onChange({ ...period, ...(found === undefined ? {} : { account: found }) });
  };

  return (
    <Card title={text("filterTitle")}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
        <DateRange
          value={{ from: start_date ?? "", to: end_date ?? "" }}
          labels={{
            from: text("from"),
            to: text("to"),
            clear: text("clear"),
          }}
          messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
          onApply={({ from, to }) => onChange({ start_date: from, end_date: to, ...chosenAccount })}
          {...(start_date === undefined ? {} : { onClear: () => onChange(chosenAccount) })}
        />
        <SelectField
          className="flex-1 basis-60 md:max-w-80"
          label={text("account")}
          name="account"
          value={account ?? ""}
          placeholder={text("allAccounts")}
          options={accounts.map(({ code }) => ({ value: code, label: nameOf(code) }))}
          onChange={(event) => chooseAccount(event.target.value)}
        />
      </div>
    </Card>
  );
}
