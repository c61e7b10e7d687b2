import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { readPushState, turnPushOff, turnPushOn, type PushState } from "./push-device.ts";

/** Lets this device show notices on its screen, or no longer. */
export function PushSwitch() {
  const text = useTranslations("notices.push");
  const [state, setState] = useState<PushState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void readPushState().then(setState);
  }, []);

  const turn = async (way: () => Promise<PushState>) => {
    setBusy(true);
    setFailure(null);
    try {
      setState(await way());
    } catch (error) {
      if (error instanceof ApiError) setFailure(error.detail);
      else if (error instanceof Error) setFailure(text("failed", { reason: error.message }));
      else throw error;
    } finally {
      setBusy(false);
    }
  };

  if (state === null) return null;
  if (state === "unable") return <p className="text-sm text-muted">{text("unable")}</p>;
  return (
    <div className="space-y-3 border-t border-line pt-4">
      {state === "refused" ? (
        <Alert live tone="waiting">
          {text("refused")}
        </Alert>
      ) : (
        <p aria-live="polite">{text(state === "on" ? "isOn" : "isOff")}</p>
      )}
      {failure !== null && (
        <Alert live tone="bad">
          {failure}
        </Alert>
      )}
      <Button
        variant="secondary"
        busy={busy}
        onClick={() => void turn(state === "on" ? turnPushOff : turnPushOn)}
      >
        {text(state === "on" ? "off" : "on")}
      </Button>
    </div>
  );
}
