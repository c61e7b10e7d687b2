import { useState } from "react";
import { useTranslations } from "use-intl";
import { enterAsAuditor } from "#contract/auditors.ts";
import { useAction } from "#web/api/use-action.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

type EnterSeatProps = {
  token: string;
  /** Called with the session's token. */
  onEntered: (access: string) => void;
};

/** One press opens the seat. */
export function EnterSeat({ token, onEntered }: EnterSeatProps) {
  const text = useTranslations("auditors");
  const enter = useAction(enterAsAuditor);
  const [refused, setRefused] = useState<string | null>(null);

  const open = async () => {
    const outcome = await enter.run({ body: { token } });
    if (!outcome.ok) return setRefused(outcome.error.detail);
    onEntered(outcome.reply.access);
  };

  return (
    <div className="flex flex-col gap-4">
      <Button busy={enter.busy} onClick={() => void open()}>
        {text("enter")}
      </Button>
      {refused !== null && (
        <Alert live tone="bad">
          {refused}
        </Alert>
      )}
    </div>
  );
}
