// An office proposes to give back a payment that came by mistake (OUT-6).
import { useTranslations } from "use-intl";
import { proposePayout } from "#endpoints/mpesa-payouts.ts";
import type { StatementLine } from "#endpoints/statement-lines.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { formatMoney, Money } from "#web/ui/money.tsx";

export type GiveBackFormProps = { line: StatementLine; onProposed: () => void };

export function GiveBackForm({ line, onProposed }: GiveBackFormProps) {
  const text = useTranslations("payouts.giveBack");
  const propose = useAction(proposePayout);
  const amount = formatMoney(line.amount);
  return (
    <ReasonForm
      draft={`give back ${line.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text("submit", { amount })}
      busy={propose.busy}
      send={(reason) =>
        propose.run({ body: { kind: "return", id: line.id, amount_seen: line.amount, reason } })
      }
      onDone={onProposed}
    >
      <Money amount={line.amount} size="hero" />
      <p className="wrap-anywhere text-muted">{line.details}</p>
      <p>{text("text", { amount })}</p>
    </ReasonForm>
  );
}
