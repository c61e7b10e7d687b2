import { useState } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { accounts, type AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DateRange } from "#web/ui/date-range.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

export type JournalFilterValue = {
  start_date?: PlainDate | undefined;
  end_date?: PlainDate | undefined;
  account?: AccountCode | undefined;
  search?: string | undefined;
};

type Chosen = {
  start_date?: PlainDate;
  end_date?: PlainDate;
  account?: AccountCode;
  search?: string;
};

type JournalFilterProps = {
  value: JournalFilterValue;
  nameOf: (account: string) => string;
  onChange: (filter: Chosen) => void;
};

/** Which entries the journal shows: by their days, and by an account that they move. */
export function JournalFilter({ value, nameOf, onChange }: JournalFilterProps) {
  const text = useTranslations("ledger");
  const { start_date, end_date, account, search } = value;
  const ui = useUiTexts();
  const [typed, setTyped] = useState(search ?? "");
  const words = search === undefined ? {} : { search };
  const period = start_date === undefined || end_date === undefined ? {} : { start_date, end_date };
  const chosenAccount = account === undefined ? {} : { account };

  const chooseAccount = (chosen: string) => {
    const found = accounts.find(({ code }) => code === chosen)?.code;
    onChange({ ...period, ...words, ...(found === undefined ? {} : { account: found }) });
  };

  return (
    <Card title={text("filterTitle")}>
      <search>
        <form
          className="mb-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const sought = typed.trim();
            onChange({ ...period, ...chosenAccount, ...(sought === "" ? {} : { search: sought }) });
          }}
        >
          <TextField
            className="flex-1 basis-60"
            type="search"
            name="search"
            maxLength={100}
            label={text("search")}
            placeholder={text("searchHelp")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="secondary">
            {ui.show}
          </Button>
        </form>
      </search>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
        <DateRange
          value={{ from: start_date ?? "", to: end_date ?? "" }}
          labels={{
            from: text("from"),
            to: text("to"),
            clear: text("clear"),
          }}
          messages={{ bothRequired: text("bothRequired"), wrongOrder: text("wrongOrder") }}
          onApply={({ from, to }) =>
            onChange({ start_date: from, end_date: to, ...chosenAccount, ...words })
          }
          {...(start_date === undefined
            ? {}
            : { onClear: () => onChange({ ...chosenAccount, ...words }) })}
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
