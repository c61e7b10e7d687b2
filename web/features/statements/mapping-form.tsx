import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ColumnFields } from "#web/ui/column-fields.tsx";
import { SelectField } from "#web/ui/field.tsx";
import type { Mapping } from "./use-rehearsal.ts";

type Way = "signed" | "direction" | "sides";
type Part = keyof Mapping;

const ways: Record<Way, readonly Part[]> = {
  signed: ["amount"],
  direction: ["amount", "direction"],
  sides: ["debit", "credit"],
};
const amountParts: readonly Part[] = ["amount", "direction", "debit", "credit"];
const needed: readonly Part[] = ["date", "details", ...amountParts];

type MappingFormProps = {
  columns: readonly string[];
  mapping: Mapping;
  isConfirmed: boolean;
  busy: boolean;
  /** Reads the file by these columns; the lines below then show the result. */
  onApply: (mapping: Mapping) => void;
};

/** What each column of a bank's file holds: proposed by its heading, confirmed once by a person. */
export function MappingForm({ columns, mapping, isConfirmed, busy, onApply }: MappingFormProps) {
  const text = useTranslations("statements.mapping");
  const [way, setWay] = useState<Way>(wayOf(mapping));
  const [chosen, setChosen] = useState(mapping);
  const shown: readonly Part[] = [
    "date",
    "details",
    ...ways[way],
    "balance",
    "reference",
    "value_date",
  ];
  const isAsRead = shown.every((part) => chosen[part] === mapping[part]) && way === wayOf(mapping);
  const isWhole = shown.every((part) => !needed.includes(part) || (chosen[part] ?? "") !== "");

  const apply = () => {
    const without = amountParts.filter((part) => !ways[way].includes(part));
    onApply({ ...chosen, ...Object.fromEntries(without.map((part) => [part, null])) });
  };

  return (
    <Card>
      <details open={!isConfirmed || !isAsRead}>
        <summary className="cursor-pointer">
          <h3 className="inline text-lg">{text("title")}</h3>
        </summary>
        <p className="mb-4 text-sm text-muted">{text(isConfirmed ? "confirmed" : "text")}</p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            className="sm:col-span-2 lg:col-span-3"
            label={text("amounts")}
            value={way}
            options={(["signed", "direction", "sides"] as const).map((each) => ({
              value: each,
              label: text(`ways.${each}`),
            }))}
            onChange={(event) => setWay(event.currentTarget.value as Way)}
          />
          <ColumnFields<Part>
            parts={shown.map((key) => ({
              key,
              label: text(`parts.${key}`),
              isNeeded: needed.includes(key),
            }))}
            columns={columns}
            chosen={chosen}
            nothing={text("nothing")}
            onChange={(part, column) => setChosen({ ...chosen, [part]: column })}
          />
        </div>
        <div className="mt-4 flex justify-end">
          <Button
            variant={isConfirmed && isAsRead ? "secondary" : "primary"}
            busy={busy}
            disabled={!isWhole || (isConfirmed && isAsRead)}
            onClick={apply}
          >
            {text(isAsRead ? "confirm" : "apply")}
          </Button>
        </div>
      </details>
    </Card>
  );
}

function wayOf({ debit, credit, direction }: Mapping): Way {
  if (debit !== null || credit !== null) return "sides";
  return direction === null ? "signed" : "direction";
}
