// The service worker, and the moment a new version of the application is ready.
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
};

const address = "/sw.js";
const hourMs = 60 * 60 * 1000;

/**
 * Registers the worker. `onNewVersion` gets the way to change over, which reloads the page: it is called when the worker of
 * another version than this page's is ready, and nothing changes before it is used.
 */
export async function registerWorker(onNewVersion: (reload: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register(trustedAddress(), {
    updateViaCache: "none",
  });

  const look = async () => {
    const { waiting } = registration;
    if (waiting === null) return;
    // The page came from the network and is new already: nothing to tell.
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

/** The content security policy takes the address of a script only from a policy of ours. */
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
