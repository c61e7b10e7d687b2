import { useState } from "react";
import { useTranslations } from "use-intl";
import { renewRecoveryCodes } from "#contract/two-step.ts";
import { useAction } from "#web/api/use-action.ts";
import { PasswordAndCode } from "./password-and-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** New recovery codes; the older ones then count for nothing. */
export function RenewCodes({ onDone }: { onDone: () => void }) {
  const text = useTranslations("twoStep");
  const renew = useAction(renewRecoveryCodes);
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordAndCode
      submit={text("renew")}
      busy={renew.busy}
      send={async (body) => {
        const outcome = await renew.run({ body });
        if (outcome.ok) setCodes(outcome.reply.recovery_codes);
        return outcome.ok ? {} : outcome.error.errors;
      }}
    />
  );
}
