const turnEveryMs = 8000;

/**
 * Shows one quote at a time and turns every 8 seconds (SCR-2). It stops while a mouse or keyboard focus is on it and
 * while it is paused, and starts paused under reduced motion (WCAG 2.2.2). Arrow keys turn it by hand.
 */
export function turnQuotes(carousel: HTMLElement): void {
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
