// The two mailed links of a changed address.
import { useState } from "react";
import { useTranslations } from "use-intl";
import { confirmEmail, undoEmail } from "#endpoints/members.ts";
import type { ApiError } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToastOnNextPage } from "#web/ui/toaster.tsx";

type EmailLinkProps = { token: string; onDone: () => void };

/** One press sends the token of the mailed link: the account uses the new address (MEM-13). */
export function EmailConfirmation({ token, onDone }: EmailLinkProps) {
  const text = useTranslations("profile");
  const confirm = useAction(confirmEmail);
  return (
    <PressOnce
      label={text("confirm")}
      failure={text("confirmFailed")}
      busy={confirm.busy}
      send={() => confirm.run({ body: { confirmation_token: token } })}
      onDone={onDone}
    />
  );
}

/** One press sends the token of the mailed link: the account uses the earlier address again (MEM-14). */
export function EmailUndo({ token, onDone }: EmailLinkProps) {
  const text = useTranslations("profile");
  const undo = useAction(undoEmail);
  return (
    <PressOnce
      label={text("undo")}
      failure={text("undoFailed")}
      busy={undo.busy}
      send={() => undo.run({ body: { token } })}
      onDone={onDone}
    />
  );
}

type PressOnceProps = {
  label: string;
  /** The text for a used or old link. */
  failure: string;
  busy: boolean;
  send: () => Promise<{ ok: true; reply: { detail: string } } | { ok: false; error: ApiError }>;
  onDone: () => void;
};

function PressOnce({ label, failure, busy, send, onDone }: PressOnceProps) {
  const [failed, setFailed] = useState(false);
  const press = async () => {
    setFailed(false);
    const outcome = await send();
    if (outcome.ok) {
      showToastOnNextPage("success", outcome.reply.detail);
      onDone();
    } else setFailed(outcome.error.status === 400);
  };
  return (
    <div className="flex flex-col gap-4">
      <Button busy={busy} onClick={() => void press()}>
        {label}
      </Button>
      {failed && (
        <Alert live tone="waiting">
          {failure}
        </Alert>
      )}
    </div>
  );
}
