// What an office decides on a payout: the amount is beside each button, and what cannot be taken back is said before it.
import { useState } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import { agreePayout, type Payout, refusePayout } from "#endpoints/mpesa-payouts.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";

type Decided = { payout: Payout; onDone: () => void };

export function AgreeForm({ payout, onDone }: Decided) {
  const text = useTranslations("payouts.agree");
  const agree = useAction(agreePayout);
  const [refused, setRefused] = useState<string | null>(null);
  const { id, member, phone } = payout;
  const amount = formatMoney(payout.amount);
  const submit = async () => {
    const outcome = await agree.run({ params: { id }, body: { amount_seen: payout.amount } });
    if (outcome.ok) onDone();
    else setRefused(outcome.error.detail);
  };
  const about =
    member === null || phone === null
      ? text("back", { amount })
      : text("text", { amount, phone, member: personName(member) });
  return (
    <div className="space-y-4">
      <Money amount={payout.amount} size="hero" />
      <Alert tone="note" title={about} />
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <Button busy={agree.busy} onClick={() => void submit()} className="w-full sm:w-auto">
        {text("submit", { amount })}
      </Button>
    </div>
  );
}

export function RefuseForm({ payout: { id, state }, onDone }: Decided) {
  const text = useTranslations("payouts.refuse");
  const refuse = useAction(refusePayout);
  return (
    <ReasonForm
      isDanger
      draft={`refuse payout ${id}`}
      label={text("reason")}
      required={text("required")}
      submit={text("submit")}
      busy={refuse.busy}
      send={(reason) => refuse.run({ params: { id }, body: { reason } })}
      onDone={onDone}
    >
      <p>{text(state === "unknown" ? "unknown" : "waiting")}</p>
    </ReasonForm>
  );
}
