// The service worker lets the application open without a network. It caches program files and pages, never a member's
// data. scripts/worker.mjs writes the version and the list of files into it.
import { pageFor, strategyFor } from "./strategy.ts";

declare const self: ServiceWorkerGlobalScope;
/** `words`: the text files by language; the cached page tells the reader's language. */
declare const BUILD: { version: string; files: string[]; words: Record<string, string[]> };

const shellPrefix = "akiba-shell-";
const shell = shellPrefix + BUILD.version;
/** The cache of files under static/ that pages requested, of any version. */
const parts = "akiba-parts";
const partsStored = 120;
/** A page that takes longer is shown from the cache. On a good network a new version so appears at the next opening. */
const patienceMs = 100;
/** Reloading asks for the server's present page, but on a weak network it comes late or never. */
const patienceOfReloadMs = 3000;

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  const { method, mode } = request;
  const isOwnOrigin = origin === self.location.origin;
  switch (strategyFor({ method, mode, path, isOwnOrigin })) {
    case "page":
      return event.respondWith(answerPage(request, pageFor(path)));
    case "part":
      return event.respondWith(answerPart(request));
    case "public-file":
      return event.respondWith(fetch(request).catch(() => storedOr(request)));
    case "pass":
  }
});
self.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0]?.postMessage(BUILD.version);
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
});

self.addEventListener("push", (event) => event.waitUntil(showNotice(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

/** A push message for this browser. The browser shows messages with the same tag only once. */
type Pushed = { title: string; body: string; tag: string; url: string };

async function showNotice(message: PushMessageData | null): Promise<void> {
  if (message === null) return;
  const { title, url, ...shown } = message.json() as Pushed;
  await self.registration.showNotification(title, { ...shown, data: url, icon: "/icon-192.png" });
}

/** Opens the page in the window that is open already, or else in a new one. */
async function openPage(url: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (open === undefined) return void (await self.clients.openWindow(url));
  await open.navigate(url).catch(() => null);
  await open.focus();
}

async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  const page = await fetch("/dashboard", { cache: "reload" });
  const language = /<html lang="(\w+)"/.exec(await page.text())?.[1] ?? "";
  const files = [...BUILD.files, ...(BUILD.words[language] ?? [])];
  await cache.addAll(
    // Pages come from the server. Files with a hash in their name may come from the browser's own cache.
    files.map((file) =>
      file.startsWith("/static/") ? file : new Request(file, { cache: "reload" }),
    ),
  );
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(shellPrefix) && name !== shell);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/**
 * Answers with the network's page if it comes in time, so that a new version appears; otherwise with the cached one.
 */
async function answerPage(request: Request, page: string): Promise<Response> {
  const stored = await caches.match(page, { ignoreVary: true });
  if (stored === undefined) return fetch(request);
  const fresh = fetch(request).then(
    (response) => (response.status >= 500 ? stored : response),
    () => stored,
  );
  const isReload = request.cache === "no-cache" || request.cache === "reload";
  const late = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(stored), isReload ? patienceOfReloadMs : patienceMs),
  );
  return Promise.race([fresh, late]);
}

async function answerPart(request: Request): Promise<Response> {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored !== undefined) return stored;
  const response = await fetch(request);
  if (response.ok) await keepPart(request, response.clone());
  return response;
}

async function keepPart(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(parts);
  await cache.put(request, response);
  const met = await cache.keys();
  await Promise.all(met.slice(0, -partsStored).map((old) => cache.delete(old)));
}

async function storedOr(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}
