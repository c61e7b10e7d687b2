import { loadWords } from "#web/messages/words.ts";
import { onDemand } from "#web/ui/on-demand.tsx";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";

/** The form with which an office enters an item in a member's name, loaded with its texts when it opens. */
export const EnterForMember = onDemand(
  "enter-for-member",
  async () => {
    const [part] = await Promise.all([
      import("#web/features/entering/enter-for-member.tsx"),
      loadWords("office"),
    ]);
    return part.EnterForMember;
  },
  "min-h-96",
);

const FineSeveralForm = onDemand("fine-several", async () => {
  const [part] = await Promise.all([
    import("#web/features/fines/fine-several-form.tsx"),
    loadWords("office"),
  ]);
  return part.FineSeveralForm;
});
const UsualFinesForm = onDemand("usual-fines", async () => {
  const [part] = await Promise.all([
    import("#web/features/fines/usual-fines-form.tsx"),
    loadWords("office"),
  ]);
  return part.UsualFinesForm;
});

/** For officials: buttons to fine several members at once (PAY-31) and to edit the usual fines (PAY-30). */
export function FineSeveral() {
  const text = useTranslations("fines");
  const [open, setOpen] = useState<"several" | "usual" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setOpen("several")}>
        {text("openSeveral")}
      </Button>
      <Button variant="quiet" onClick={() => setOpen("usual")}>
        {text("openUsual")}
      </Button>
      <Modal open={open === "several"} onClose={close} title={text("openSeveral")}>
        {open === "several" && <FineSeveralForm onCharged={close} />}
      </Modal>
      <Modal open={open === "usual"} onClose={close} title={text("openUsual")}>
        {open === "usual" && <UsualFinesForm onSaved={close} />}
      </Modal>
    </div>
  );
}
