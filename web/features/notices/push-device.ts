// Whether this device shows notices on its screen, by the browser's own push service.
import { getPushKey, subscribeToPush, unsubscribeFromPush } from "#contract/notices.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";

/** `unable`: the browser has no push; `refused`: its user has forbidden it for this address. */
export type PushState = "unable" | "refused" | "on" | "off";

export async function readPushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return "unable";
  if (Notification.permission === "denied") return "refused";
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return "unable";
  return (await registration.pushManager.getSubscription()) === null ? "off" : "on";
}

/** Asks the browser's user, then tells the server. Throws `ApiError`, or what the browser's push service says. */
export async function turnPushOn(): Promise<PushState> {
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

export async function turnPushOff(): Promise<PushState> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null) return "off";
  await callEndpoint(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}
