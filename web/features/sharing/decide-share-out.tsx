// What an office decides on a share-out: the total stands beside each button.
import { useState } from "react";
import { useTranslations } from "use-intl";
import { usualKinds } from "#domain/payments/payment-kinds.ts";
import {
  agreeDistribution,
  type Distribution,
  refuseDistribution,
  takeBackDistribution,
} from "#endpoints/distributions.ts";
import { type Blocking, blockingOf } from "#web/api/blocking.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { ShareOutLines } from "./share-out-lines.tsx";

type Decided = { shareOut: Distribution; onDone: () => void };

export function AgreeForm({ shareOut, onDone }: Decided) {
  const text = useTranslations("sharing.agree");
  const agree = useAction(agreeDistribution);
  const [refused, setRefused] = useState<string | null>(null);
  const total = formatMoney(shareOut.total);
  const submit = async () => {
    const { id, total: seen } = shareOut;
    const outcome = await agree.run({ params: { id }, body: { total_seen: seen } });
    if (outcome.ok) onDone();
    else setRefused(outcome.error.detail);
  };
  return (
    <div className="space-y-4">
      <Money amount={shareOut.total} size="hero" />
      <ShareOutLines figures={shareOut} basis={shareOut.basis} />
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">{unbroken(text("text", { total }))}</p>
        <Button busy={agree.busy} onClick={() => void submit()} className="sm:self-end">
          {text("submit", { total })}
        </Button>
      </div>
    </div>
  );
}

export function RefuseForm({ shareOut: { id }, onDone }: Decided) {
  const text = useTranslations("sharing");
  const refuse = useAction(refuseDistribution);
  return (
    <ReasonForm
      isDanger
      draft={`refuse share-out ${id}`}
      label={text("reason")}
      required={text("reasonRequired")}
      submit={text("refuse.submit")}
      busy={refuse.busy}
      send={(reason) => refuse.run({ params: { id }, body: { reason } })}
      onDone={onDone}
    >
      <p>{text("refuse.text")}</p>
    </ReasonForm>
  );
}

export function TakeBackForm({ shareOut, onDone }: Decided) {
  const text = useTranslations("sharing");
  const takeBack = useAction(takeBackDistribution);
  const { id, total } = shareOut;
  return (
    <ReasonForm
      isDanger
      draft={`take back share-out ${id}`}
      label={text("reason")}
      required={text("reasonRequired")}
      submit={text("takeBack.submit", { total: formatMoney(total) })}
      busy={takeBack.busy}
      send={(reason) => takeBack.run({ params: { id }, body: { reason } })}
      onDone={onDone}
      below={(refused) => <RestsOnIt blocking={blockingOf(refused)} />}
    >
      <p>{text(shareOut.taken_back.length === 0 ? "takeBack.first" : "takeBack.second")}</p>
    </ReasonForm>
  );
}

const SHOWN_AT_MOST = 20;

/** What must be undone first, each by its kind and name. */
function RestsOnIt({ blocking }: { blocking: readonly Blocking[] }) {
  const text = useTranslations("sharing.takeBack");
  const nameOf = ({ kind, id, reference }: Blocking) => {
    const known = restingKinds.find((each) => each === kind);
    return text("item", {
      kind: text(`items.${known ?? "other"}`),
      name: reference ?? String(id),
    });
  };
  return (
    <ul aria-label={text("rests")} className="list-disc ps-5 wrap-anywhere empty:hidden">
      {blocking.slice(0, SHOWN_AT_MOST).map((each) => (
        <li key={`${each.kind} ${each.id}`}>{nameOf(each)}</li>
      ))}
      {blocking.length > SHOWN_AT_MOST && (
        <li>{text("more", { count: blocking.length - SHOWN_AT_MOST })}</li>
      )}
    </ul>
  );
}

const restingKinds = [
  ...usualKinds,
  "distribution",
  "loan",
  "loan_change",
  "exit",
  "clear",
  "financial_year",
  "savings",
] as const;
