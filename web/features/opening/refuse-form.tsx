import { useTranslations } from "use-intl";
import { refuseOpening, type Opening } from "#contract/opening.ts";
import { useAction } from "#web/api/use-action.ts";
import { ReasonForm } from "./reason-form.tsx";

/** Refuses a proposed sheet, with what is wrong with it. */
export function RefuseForm({ opening, onDone }: { opening: Opening; onDone: () => void }) {
  const text = useTranslations("opening.refuse");
  const refuse = useAction(refuseOpening);
  const send = async (reason: string) => {
    const outcome = await refuse.run({ params: { id: opening.id }, body: { reason } });
    if (!outcome.ok) return outcome.error;
    onDone();
    return null;
  };
  return (
    <ReasonForm
      isDanger
      draft={`refuse opening ${opening.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text("submit")}
      busy={refuse.busy}
      onSubmit={send}
    >
      <p>{text("text")}</p>
    </ReasonForm>
  );
}
