import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { TextareaField } from "#web/ui/field.tsx";

type DifferenceFieldProps = {
  /** KES, debit less credit; not 0. */
  difference: number;
  reason: string;
  error: string | undefined;
  /** Left out by who may not propose. */
  onReason?: ((reason: string) => void) | undefined;
};

/** By how much the sheet does not balance, to the cent, and why the Treasurer proposes it all the same. */
export function DifferenceField({ difference, reason, error, onReason }: DifferenceFieldProps) {
  const text = useTranslations("opening.difference");
  const amount = formatMoney(Math.abs(difference));
  return (
    <Card>
      <Alert live tone="waiting" title={text("title", { amount })}>
        <p>{text(difference > 0 ? "debitMore" : "creditMore", { amount })}</p>
        <p className="mt-2">{text("also")}</p>
      </Alert>
      {onReason !== undefined && (
        <TextareaField
          className="mt-4 max-w-prose"
          label={text("label")}
          help={text("help")}
          error={error}
          maxLength={500}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </Card>
  );
}
