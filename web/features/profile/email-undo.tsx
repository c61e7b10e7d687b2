import { useState } from "react";
import { useTranslations } from "use-intl";
import { undoEmail } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToastOnNextPage } from "#web/ui/toaster.tsx";

/** One press sends the token of the mailed link: the account uses the earlier address again (MEM-14). */
export function EmailUndo({ token, onUndone }: { token: string; onUndone: () => void }) {
  const text = useTranslations("profile");
  const [failed, setFailed] = useState(false);
  const undo = useAction(undoEmail);

  const press = async () => {
    setFailed(false);
    const outcome = await undo.run({ body: { token } });
    if (outcome.ok) {
      showToastOnNextPage("success", outcome.reply.detail);
      onUndone();
    } else setFailed(outcome.error.status === 400);
  };

  return (
    <div className="flex flex-col gap-4">
      <Button busy={undo.busy} onClick={() => void press()}>
        {text("undo")}
      </Button>
      {failed && (
        <Alert live tone="waiting">
          {text("undoFailed")}
        </Alert>
      )}
    </div>
  );
}
