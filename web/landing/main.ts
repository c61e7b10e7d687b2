// The landing page's script. It is small, and loads React only for the sign-in and sign-up forms.
import { readTheme } from "#domain/language.ts";
import { chooseTheme, chosenTheme } from "#web/ui/theme.ts";
import { openOnDemand } from "./open-on-demand.ts";

const turnEveryMs = 8000;

showYear(new Date());
for (const carousel of document.querySelectorAll<HTMLElement>("[data-carousel]")) {
  turnQuotes(carousel);
}
closeMenuWhenDone();
offerDashboard();
offerThemes();
openOnDemand();
void showGroupName();
forgetLanguageInAddress();

/** Closes the phone's menu after a choice, on Escape and on a press outside of it. */
function closeMenuWhenDone(): void {
  const menu = document.querySelector<HTMLDetailsElement>("[data-menu]");
  if (!menu) return;

  menu.addEventListener("click", (event) => {
    if (event.target instanceof HTMLAnchorElement) menu.open = false;
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}

/**
 * Makes the headline's second button a link to the dashboard if this device has a session token. Sign In stays, since
 * the session may have ended.
 */
function offerDashboard(): void {
  // The key is repeated here, since importing it from web/api would bring React into this script.
  const link = document.querySelector<HTMLAnchorElement>("[data-second]");
  if (!link || localStorage.getItem("session_cookie") === null) return;
  link.href = "/dashboard";
  link.textContent = link.dataset["second"] ?? "";
}

/** Enables the theme switches of the bar and of the phone's menu, and keeps both up to date. */
function offerThemes(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>("[data-theme-choice]");
  const show = () => {
    const chosen = chosenTheme() ?? "system";
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset["themeChoice"] === chosen));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      chooseTheme(readTheme(button.dataset["themeChoice"]) ?? null);
      show();
    });
  show();
  for (const themes of document.querySelectorAll<HTMLElement>("[data-themes]"))
    themes.hidden = false;
}

/** Replaces the default name by the group's own name if the two differ. */
/** First by this device's clock, which may be wrong, and then by the server's. */
function showYear(at: Date): void {
  for (const year of document.querySelectorAll("[data-year]"))
    year.textContent = String(at.getFullYear());
}

async function showGroupName(): Promise<void> {
  const indexes = [...document.querySelectorAll("[data-group-name]")];
  const name = await fetchName();
  const usual = indexes[0]?.textContent;
  if (name === undefined || !usual || name === usual) return;
  document.title = document.title.replace(usual, name);
  for (const index of indexes) index.textContent = name;
}

async function fetchName(): Promise<string | undefined> {
  try {
    const answer = await fetch("/api/group/", { headers: { Accept: "application/json" } });
    const date = answer.headers.get("Date");
    if (date !== null) showYear(new Date(date));
    const group = (await answer.json()) as { name?: unknown };
    return answer.ok && typeof group.name === "string" && group.name !== ""
      ? group.name
      : undefined;
  } catch {
    // Without a network the page keeps the default name.
    return undefined;
  }
}

/**
 * Removes `?language=sw`, which has set the cookie, so that a shared link or bookmark follows its reader's own choice.
 */
function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
}

/**
 * Shows one quote at a time and turns every 8 seconds (SCR-2). It stops while a mouse or keyboard focus is on it and
 * while it is paused, and starts paused under reduced motion (WCAG 2.2.2). Arrow keys turn it by hand.
 */
function turnQuotes(carousel: HTMLElement): void {
  const slides = [...carousel.querySelectorAll<HTMLElement>("[data-slide]")];
  const dots = [...carousel.querySelectorAll<HTMLElement>("[data-show]")];
  const live = carousel.querySelector<HTMLElement>("[data-slides]");
  const pause = carousel.querySelector<HTMLElement>("[data-pause]");
  const pauseWords = pause?.querySelector<HTMLElement>(".hidden-text");
  const labels = { pause: pauseWords?.textContent ?? "", play: pause?.dataset["playLabel"] ?? "" };

  let current = 0;
  let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let timer: number | undefined;
  const held = new Set<string>();

  const show = (index: number) => {
    current = (index + slides.length) % slides.length;
    slides.forEach((slide, each) => slide.toggleAttribute("data-current", each === current));
    dots.forEach((dot, each) => {
      if (each === current) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    });
  };

  // Only this function starts and stops the timer, from all reasons together.
  const settle = () => {
    const runs = !paused && held.size === 0 && !document.hidden;
    clearTimeout(timer);
    carousel.toggleAttribute("data-running", runs);
    carousel.toggleAttribute("data-paused", paused);
    live?.setAttribute("aria-live", runs ? "off" : "polite");
    if (pauseWords) pauseWords.textContent = paused ? labels.play : labels.pause;
    if (!runs) return;
    timer = window.setTimeout(() => {
      show(current + 1);
      settle();
    }, turnEveryMs);
  };

  const hold = (why: string, on: boolean) => {
    if (on) held.add(why);
    else held.delete(why);
    settle();
  };

  carousel.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    if (button === pause) paused = !paused;
    else if (button.dataset["turn"]) show(current + Number(button.dataset["turn"]));
    else show(Number(button.dataset["show"]));
    settle();
  });
  carousel.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(current + step);
    if (document.activeElement?.hasAttribute("data-show")) dots[current]?.focus();
    settle();
  });
  carousel.addEventListener("pointerenter", (event) =>
    hold("pointer", event.pointerType === "mouse"),
  );
  carousel.addEventListener("pointerleave", () => hold("pointer", false));
  carousel.addEventListener("focusin", (event) => hold("focus", isKeyboardFocus(event.target)));
  carousel.addEventListener("focusout", () => hold("focus", false));
  document.addEventListener("visibilitychange", settle);

  show(0);
  settle();
}

/** A press also leaves the focus on a button, so only a visible focus counts as reading here. */
function isKeyboardFocus(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(":focus-visible");
}
