import { useState } from "react";
import { useTranslations } from "use-intl";
import { confirmEmail } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToastOnNextPage } from "#web/ui/toaster.tsx";

/** One press sends the token of the mailed link: the account uses the new address (MEM-13). */
export function EmailConfirmation({
  token,
  onConfirmed,
}: {
  token: string;
  onConfirmed: () => void;
}) {
  const text = useTranslations("profile");
  const [failed, setFailed] = useState(false);
  const confirm = useAction(confirmEmail);

  const press = async () => {
    setFailed(false);
    const outcome = await confirm.run({ body: { confirmation_token: token } });
    if (outcome.ok) {
      showToastOnNextPage("success", outcome.reply.detail);
      onConfirmed();
    } else setFailed(outcome.error.status === 400);
  };

  return (
    <div className="flex flex-col gap-4">
      <Button busy={confirm.busy} onClick={() => void press()}>
        {text("confirm")}
      </Button>
      {failed && (
        <Alert live tone="waiting">
          {text("confirmFailed")}
        </Alert>
      )}
    </div>
  );
}
