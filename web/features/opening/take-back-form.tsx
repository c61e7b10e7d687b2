import { useState } from "react";
import { useTranslations } from "use-intl";
import { takeBackOpening, type Opening } from "#contract/opening.ts";
import type { ApiError } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { blockingOf, RestsOnIt } from "./rests-on-it.tsx";
import { ReasonForm } from "./reason-form.tsx";

/** Takes all of a sheet back, for one's office; what rests on it is named (OPEN-38, OPEN-39). */
export function TakeBackForm({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const text = useTranslations("opening.takeBack");
  const takeBack = useAction(takeBackOpening);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const proposal = opening.taken_back[0];
  const send = async (reason: string) => {
    const outcome = await takeBack.run({ params: { id: opening.id }, body: { reason } });
    if (outcome.ok) {
      onDone();
      return null;
    }
    setRefused(outcome.error);
    return outcome.error;
  };
  const blocking = refused === null ? [] : blockingOf(refused);
  return (
    <ReasonForm
      isDanger
      draft={`take back opening ${opening.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text(proposal === undefined ? "submit" : "agree")}
      busy={takeBack.busy}
      onSubmit={send}
    >
      <p className="wrap-anywhere">
        {proposal === undefined
          ? text("text")
          : text("second", { name: proposal.by.full_name, reason: proposal.reason ?? "" })}
      </p>
      {blocking.length > 0 ? (
        <RestsOnIt blocking={blocking} />
      ) : (
        refused !== null &&
        refused.errors["reason"] === undefined && <Alert live tone="bad" title={refused.detail} />
      )}
    </ReasonForm>
  );
}
