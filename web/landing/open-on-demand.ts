// Fetches the React island with Sign In and Sign Up: at once when somebody points at a button, otherwise at their first
// move or 1.5 s after the page has loaded, so that a tap on a slow network finds it there. Search engines and link
// previews leave earlier and fetch only a few kilobytes.
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
    // The previous page left a message to show here, and the toaster is in the island.
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
    // The sign-up page is a document of its own and may still load. For signing in, the person presses again.
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

/** After this time somebody is reading, and the page has fetched what it needs. */
const readingAfterMs = 1500;

/** Fetches the island at the first input or while somebody reads, but never if the device saves data. */
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
    // A page in a hidden tab waits for the first input instead.
    if (!document.hidden && !met.signal.aborted) meet();
  };
  const wait = () => setTimeout(read, readingAfterMs);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}

/** A fetch in advance may fail silently: a press fetches again and shows the error. */
function ignore(): void {}
