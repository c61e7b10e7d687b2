import { useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import {
  Group,
  isWholeSheet,
  noColumnsOf,
  type OwnBook,
  OwnSheetFields,
} from "./own-sheet-fields.tsx";
import type { OwnMapping, OwnSheetMapping } from "./use-opening-rehearsal.ts";

const balances = [
  "bank",
  "mpesa",
  "cash",
  "investment",
  "ordinary_shares",
  "retained_earnings",
] as const;

export type OwnBookFormProps = {
  own: OwnBook;
  /** The mapping was sent already, so the result below is by it. */
  isMapped: boolean;
  busy: boolean;
  /** Reads the file by it. */
  onApply: (mapping: OwnMapping) => void;
};

/** Which sheets and which columns of a group's own book hold what: proposed by their headings, said once by a person (OPEN-17). */
export function OwnBookForm({ own, isMapped, busy, onApply }: OwnBookFormProps) {
  const text = useTranslations("openingOwn");
  const [chosen, setChosen] = useState(own.mapping);
  const change = (part: Partial<OwnMapping>) => setChosen({ ...chosen, ...part });
  const sheetOf = (name: string) => own.sheets.find((each) => each.name === name);
  const sheet = sheetOf(chosen.sheet) ?? own.sheets[0];
  if (sheet === undefined) return null;
  const others = chosen.others ?? [];
  const questionsOf = (name: string) => own.questions.filter((each) => each.sheet === name);
  const isWhole =
    isWholeSheet(sheet, chosen, { isFirst: true }) &&
    others.every((other) => {
      const its = sheetOf(other.sheet);
      return its !== undefined && isWholeSheet(its, other, { isFirst: false });
    });

  const propose = (name: string, row: number | null) =>
    onApply({ ...chosen, ...unread(chosen, name, row) });
  const changeOther = (name: string, to: OwnSheetMapping) =>
    others.map((other) => (other.sheet === name ? to : other));
  const amountOf = (account: string) =>
    chosen.balances.find((each) => each.account === account)?.amount ?? "";
  const setAmount = (account: (typeof balances)[number], amount: string) => {
    const without = chosen.balances.filter((each) => each.account !== account);
    change({ balances: amount === "" ? without : [...without, { account, amount }] });
  };
  const hasShares = [chosen, ...others].some(({ columns }) => columns.shares !== null);
  const further = own.sheets.filter(
    ({ name }) => name !== sheet.name && others.every((other) => other.sheet !== name),
  );

  return (
    <Card>
      <details open={!isMapped || own.questions.length > 0}>
        <summary className="cursor-pointer">
          <h3 className="inline text-lg">{text("title")}</h3>
        </summary>
        <p className="mt-1 max-w-prose text-muted">{text("text")}</p>
        {own.sheets.length > 1 && (
          <Group title={text("sheet")}>
            <SelectField
              label={text("which")}
              value={sheet.name}
              options={own.sheets.map(({ name }) => ({ value: name, label: name }))}
              onChange={(event) => propose(event.currentTarget.value, null)}
            />
          </Group>
        )}
        <div className="mt-6">
          <OwnSheetFields
            sheet={sheet}
            mapping={chosen}
            isFirst
            questions={questionsOf(sheet.name)}
            onChange={change}
            onHeading={(row) => propose(sheet.name, row)}
          />
        </div>
        {others.map((other) => {
          const its = sheetOf(other.sheet);
          const remove = () =>
            change({ others: others.filter((each) => each.sheet !== other.sheet) });
          return (
            <fieldset key={other.sheet} className="mt-8 border-t border-line pt-6">
              <legend className="float-start mb-4 w-full text-lg font-semibold">
                {text("another", { sheet: other.sheet })}
              </legend>
              <div className="clear-both">
                {its === undefined ? (
                  <Alert tone="waiting">{text("gone")}</Alert>
                ) : (
                  <OwnSheetFields
                    sheet={its}
                    mapping={other}
                    isFirst={false}
                    questions={questionsOf(other.sheet)}
                    onChange={(part) =>
                      change({ others: changeOther(other.sheet, { ...other, ...part }) })
                    }
                    onHeading={(row) =>
                      onApply({
                        ...chosen,
                        others: changeOther(other.sheet, unread(other, other.sheet, row)),
                      })
                    }
                  />
                )}
                <Button variant="quiet" className="mt-4" onClick={remove}>
                  {text("leaveOut", { sheet: other.sheet })}
                </Button>
              </div>
            </fieldset>
          );
        })}
        {further.length > 0 && (
          <Group title={text("more")} about={text("moreText")}>
            <SelectField
              optional
              label={text("add")}
              value=""
              placeholder={text("choose")}
              options={further.map(({ name }) => ({ value: name, label: name }))}
              onChange={({ currentTarget: { value } }) =>
                value !== "" && onApply({ ...chosen, others: [...others, newSheet(chosen, value)] })
              }
            />
          </Group>
        )}
        <Group title={text("group")} about={text("groupText")}>
          {balances
            .filter((account) => account !== "ordinary_shares" || !hasShares)
            .map((account) => (
              <MoneyField
                key={account}
                optional={account !== "bank"}
                label={text(`balances.${account}`)}
                value={amountOf(account)}
                onValueChange={(amount) => setAmount(account, amount)}
              />
            ))}
        </Group>
        <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-end">
          {!isWhole && <Alert tone="note">{text("notWhole")}</Alert>}
          <Button
            busy={busy}
            disabled={!isWhole}
            onClick={() => onApply(chosen)}
            className="flex-none"
          >
            {text(isMapped ? "again" : "read")}
          </Button>
        </div>
      </details>
    </Card>
  );
}

/** Another sheet, or another row of headings: the rehearsal proposes its columns. */
function unread(mapping: OwnSheetMapping, sheet: string, row: number | null) {
  return { ...mapping, sheet, heading_row: row, months: [], columns: noColumnsOf(mapping) };
}

/** Of which nothing is said yet: the rehearsal proposes it by its headings. */
function newSheet(first: OwnSheetMapping, sheet: string): OwnSheetMapping {
  return {
    sheet,
    heading_row: null,
    columns: noColumnsOf(first),
    months: [],
    year: null,
    joined_on: null,
    paid_up_to: null,
    loan_due_on: null,
    readings: { dates: null, thousands: null },
    zeros: null,
    people: [],
  };
}
