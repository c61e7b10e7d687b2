// Sign In and Sign Up come as a React island: fetched when a person shows that they are there, at once when they go for a
// button, and otherwise when the page has been idle for a while, so that on a slow network a tap finds it there. A search engine or a
// link's preview has left by then, having fetched a few kilobytes.
import { startWords } from "#web/messages/words.ts";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { passedToastKey } from "#web/ui/toast.ts";

type Door = "sign-in" | "sign-up";

export function openOnDemand(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("button[data-open]");

  for (const button of buttons) {
    for (const sign of ["pointerdown", "pointerenter", "focus"]) {
      button.addEventListener(sign, () => void fetchIsland().catch(ignore), { once: true });
    }
    button.addEventListener("click", (event) => {
      event.preventDefault();
      void open(button.dataset["open"] === "sign-up" ? "sign-up" : "sign-in", button);
    });
  }
  fetchWhenUsed();

  const requested = new URLSearchParams(location.search).get("open");
  if (requested === "sign-in" || requested === "sign-up") {
    history.replaceState(null, "", "/");
    void open(requested);
  } else if (sessionStorage.getItem(passedToastKey) !== null) {
    // The page before left a sentence to be shown here; the island has the toaster.
    void fetchIsland()
      .then(({ start }) => start())
      .catch(ignore);
  }
}

async function open(door: Door, button?: HTMLButtonElement): Promise<void> {
  button?.setAttribute("aria-busy", "true");
  try {
    (await fetchIsland()).open(door);
  } catch (error) {
    // The sign-up page is a whole document of its own and may yet arrive; signing in is tried again by hand.
    if (door === "sign-up") location.assign("/sign-up");
    else sayFailed(button, error);
  }
  button?.removeAttribute("aria-busy");
}

function sayFailed(button: HTMLButtonElement | undefined, error: unknown): void {
  const note = document.querySelector("[data-failed]") ?? document.createElement("p");
  note.setAttribute("data-failed", "");
  note.setAttribute("role", "alert");
  note.textContent = `${error instanceof Error ? error.message : ""}. ${document.body.dataset["scriptFailed"] ?? ""}`;
  document.body.append(note);
  button?.focus();
}

let island: Promise<typeof import("./island.tsx")> | undefined;

function fetchIsland() {
  island ??= loadChunk("island", importIsland).catch((error: unknown) => {
    island = undefined;
    throw error;
  });
  return island;
}

async function importIsland() {
  const [module] = await Promise.all([import("./island.tsx"), startWords()]);
  return module;
}

/** After this a person is reading, and nothing waits for the line. */
const readingAfterMs = 1500;

/** Before anybody asks: with the first move of a hand, or when somebody reads, and not on a paid megabyte. */
function fetchWhenUsed(): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const soon = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  const met = new AbortController();
  const meet = () => {
    met.abort();
    soon(() => void fetchIsland().catch(ignore));
  };
  for (const sign of ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"]) {
    window.addEventListener(sign, meet, { passive: true, signal: met.signal });
  }
  const read = () => {
    // A page that was opened behind another is read when it is looked at, which a hand tells.
    if (!document.hidden && !met.signal.aborted) meet();
  };
  const wait = () => setTimeout(read, readingAfterMs);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}

/** A fetch ahead of need may fail in silence: the press itself tries again and speaks. */
function ignore(): void {}
