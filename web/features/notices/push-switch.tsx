import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { getPushKey, subscribeToPush, unsubscribeFromPush } from "#contract/notices.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import { ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/** Turns notices on this device's screen on or off. */
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

// Whether this device shows notices on its screen, by the browser's own push service.

/** `unable`: the browser has no push; `refused`: its user has forbidden it for this site. */
type PushState = "unable" | "refused" | "on" | "off";

async function readPushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return "unable";
  if (Notification.permission === "denied") return "refused";
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return "unable";
  return (await registration.pushManager.getSubscription()) === null ? "off" : "on";
}

/**
 * Asks the browser's user, then registers with the server. Throws `ApiError`, or the error of the browser's push
 * service.
 */
async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  const registration = await navigator.serviceWorker.ready;
  const { key } = await callEndpoint(getPushKey);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await callEndpoint(subscribeToPush, {
    body: {
      subscription: {
        endpoint: endpoint ?? "",
        keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
      },
    },
  });
  return "on";
}

async function turnPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null) return "off";
  await callEndpoint(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}
