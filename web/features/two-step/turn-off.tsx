import { useTranslations } from "use-intl";
import { stopTwoStep } from "#contract/two-step.ts";
import { useAction } from "#web/api/use-action.ts";
import { PasswordAndCode } from "./password-and-code.tsx";

export function TurnOff({ onDone }: { onDone: () => void }) {
  const text = useTranslations("twoStep");
  const stop = useAction(stopTwoStep);
  return (
    <PasswordAndCode
      submit={text("turnOff")}
      variant="danger"
      busy={stop.busy}
      send={async (body) => {
        const outcome = await stop.run({ body });
        if (outcome.ok) onDone();
        return outcome.ok ? {} : outcome.error.errors;
      }}
    />
  );
}
