import { useQueryClient } from "@tanstack/react-query";
import { useState, useEffect } from "react";
import { useTranslations } from "use-intl";
import {
  changeNoticeChoices,
  endPushDevice,
  getPushDevices,
  getNoticeChoices,
  getPushKey,
  subscribeToPush,
  unsubscribeFromPush,
  type NoticeChoices,
} from "#endpoints/notices.ts";
import { noticeChannels, noticeKinds } from "#domain/notices/notice-choices.ts";
import { deviceName } from "#domain/members/device-name.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { questionTo, useEndpoint } from "#web/api/use-query.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The channels for each kind of notice (NOTE-3); each tick takes effect at once. */
export function ChoicesPart() {
  const text = useTranslations("notices.choices");
  const found = useEndpoint(getNoticeChoices);
  return (
    <Card title={text("title")}>
      {found.isError ? (
        <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <Choices stored={found.data} />
      )}
    </Card>
  );
}

type Change = Partial<Pick<NoticeChoices, "show_amounts_on_lock_screen" | "attach_statement">> & {
  choices?: NoticeChoices["choices"];
};

function Choices({ stored }: { stored: NoticeChoices }) {
  const text = useTranslations("notices");
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const shown = noticeChannels.filter((channel) => stored.channels[channel]);

  const change = async (body: Change) => {
    setRefusal(null);
    setIsSending(true);
    try {
      const reply = await callEndpoint(changeNoticeChoices, { body, ignoreLoading: true });
      queries.setQueryData(questionTo(getNoticeChoices).queryKey, reply);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(Object.values(error.errors).flat()[0] ?? error.detail);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">{text("choices.text")}</p>
      {!stored.channels.email && !stored.channels.sms && (
        <Alert tone="note">{text("choices.noChannel")}</Alert>
      )}
      {shown.length > 0 && (
        <table className="w-full text-start max-sm:text-sm">
          <caption className="sr-only">{text("choices.title")}</caption>
          <thead className="align-bottom text-xs text-muted sm:text-sm">
            <tr>
              <th scope="col" className="py-2 pe-2 text-start font-semibold">
                {text("choices.kind")}
              </th>
              {shown.map((channel) => (
                <th key={channel} scope="col" className="w-1/5 px-1 py-2 text-center font-semibold">
                  {text(`channelNames.${channel}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line">
            {noticeKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row" className="py-1 pe-2 text-start font-normal">
                  {text(`kinds.${kind}`)}
                </th>
                {shown.map((channel) => (
                  <td key={channel} className="text-center">
                    <label className="inline-flex size-11 items-center justify-center">
                      <input
                        type="checkbox"
                        className="size-5 accent-brand"
                        aria-label={text("choices.label", {
                          kind: text(`kinds.${kind}`),
                          channel: text(`channelNames.${channel}`),
                        })}
                        checked={stored.choices.some(
                          (each) => each.kind === kind && each.channel === channel && each.on,
                        )}
                        disabled={isSending}
                        onChange={(event) =>
                          void change({
                            choices: [{ kind, channel, on: event.currentTarget.checked }],
                          })
                        }
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refusal === null ? (
        <p className="text-sm text-muted">{text("choices.always")}</p>
      ) : (
        <Alert live tone="bad">
          {refusal}
        </Alert>
      )}
      {stored.channels.email && (
        <Tick
          label={text("choices.statement")}
          checked={stored.attach_statement}
          disabled={isSending}
          onChange={(attach_statement) => void change({ attach_statement })}
        />
      )}
      {stored.channels.push && (
        <>
          <Tick
            label={text("choices.amounts")}
            help={text("choices.amountsHelp")}
            checked={stored.show_amounts_on_lock_screen}
            disabled={isSending}
            onChange={(show_amounts_on_lock_screen) => void change({ show_amounts_on_lock_screen })}
          />
          <PushSwitch />
        </>
      )}
      <PushDevices />
    </div>
  );
}

type TickProps = {
  label: string;
  help?: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

function Tick({ label, help, checked, disabled, onChange }: TickProps) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 flex-none accent-brand"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="font-semibold">{label}</span>
      </label>
      {help !== undefined && <p className="ms-8 text-sm text-muted">{help}</p>}
    </div>
  );
}

/** Turns notices on this device's screen on or off. */
function PushSwitch() {
  const text = useTranslations("notices.push");
  const [state, setState] = useState<PushState | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const devices = useEndpoint(getPushDevices);
  const list = devices.data?.devices;

  useEffect(() => {
    if (list !== undefined) void readPushState(list).then(setState);
  }, [list]);

  const turn = async (way: () => Promise<PushState>) => {
    setBusy(true);
    setFailure(null);
    try {
      setState(await way());
      await devices.refetch();
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

/** The devices that show notices on their screens, whatever this one can do: each is ended with one press (NOTE-19). */
function PushDevices() {
  const text = useTranslations("notices.push");
  const devices = useEndpoint(getPushDevices);
  const end = useAction(endPushDevice);
  const list = devices.data?.devices ?? [];
  if (devices.isError)
    return <LoadProblem detail={devices.error.detail} onRetry={() => void devices.refetch()} />;
  if (list.length === 0) return null;
  return (
    <section className="border-t border-line pt-4">
      <p className="font-semibold">{text("devices")}</p>
      <ul aria-label={text("devices")} className="divide-y divide-line">
        {list.map(({ id, device, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {deviceName(device) ?? text("unknown")}{" "}
              <span className="text-sm text-muted">
                {text("since", { moment: formatMomentAndTime(created_at) })}
              </span>
            </span>
            <Button
              variant="secondary"
              busy={end.busy}
              onClick={() => void end.run({ params: { id } })}
            >
              {text("end")}
              <span className="sr-only">{` ${deviceName(device) ?? text("unknown")}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Whether this device shows notices on its screen, by the browser's own push service.

/** `unable`: the browser has no push; `refused`: its user has forbidden it for this site. */
type PushState = "unable" | "refused" | "on" | "off";

/** The server may have ended what the browser still has. */
async function readPushState(devices: readonly { endpoint: string }[]): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return "unable";
  if (Notification.permission === "denied") return "refused";
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return "unable";
  const own = await registration.pushManager.getSubscription();
  return devices.some(({ endpoint }) => endpoint === own?.endpoint) ? "on" : "off";
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
