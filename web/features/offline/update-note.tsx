import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";

/**
 * Stores the application for opening without a network; says when a new version is ready, and switches to it on
 * request.
 */
export function UpdateNote() {
  const text = useTranslations("offline");
  const [reload, setReload] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    registerWorker((change) => setReload(() => change)).catch((error: unknown) =>
      // A browser that stores nothing, e.g. in a private window: everything else works.
      console.warn("The application is not kept for opening offline", error),
    );
  }, []);
  if (reload === null) return null;
  return (
    <Alert
      tone="note"
      action={
        <Button variant="secondary" onClick={reload}>
          {text("reload")}
        </Button>
      }
    >
      {text("newVersion")}
    </Alert>
  );
}

// Registers the service worker, and notices when a new version is ready.
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
};

const address = "/sw.js";
const hourMs = 60 * 60 * 1000;

/**
 * Registers the worker. Calls `onNewVersion` with a function that switches to the new version and reloads the page,
 * when the worker of another version than this page's is ready; nothing changes before that function is called.
 */
async function registerWorker(onNewVersion: (reload: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(trustedAddress(), {
    updateViaCache: "none",
  });

  const look = async () => {
    const { waiting } = registration;
    if (waiting === null) return;
    // The page came from the network and is new already.
    if ((await versionOf(waiting)) === versionOfPage()) return waiting.postMessage("take over", []);
    onNewVersion(() => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
        once: true,
      });
      waiting.postMessage("take over", []);
    });
  };
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") void look();
    });
  });
  await look();

  let lookedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - lookedAt < hourMs) return;
    lookedAt = Date.now();
    // Without a network there is nothing new.
    registration.update().catch(() => undefined);
  });
}

/** The content security policy accepts a script's address only from a policy of ours. */
function trustedAddress(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  const rules = { createScriptURL: () => address };
  return trustedTypes.createPolicy("akiba-worker", rules).createScriptURL(address);
}

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener("message", (event) => resolve(event.data), { once: true });
    port1.start();
    worker.postMessage("version", [port2]);
  });
}

function versionOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
}
