// When the page has what it opened with. What it can do without at first comes after that, so that on a slow network it takes
// nothing from what is being waited for.
let running = 0;
const listeners = new Set<() => void>();

/** One question after another is one wait. */
const idleMs = 500;

export function askingStarted(): void {
  running += 1;
  tell();
}

export function askingFinished(): void {
  running -= 1;
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls once nothing was asked of the server for half a second and the device has a moment; gives the way to stop. */
export function whenIdle(run: () => void): () => void {
  let stop: (() => void) | undefined;
  const look = () => {
    stop?.();
    if (running > 0) return;
    const timer = setTimeout(() => {
      stop = onIdle(done);
    }, idleMs);
    stop = () => clearTimeout(timer);
  };
  const leave = () => {
    listeners.delete(look);
    stop?.();
  };
  const done = () => {
    leave();
    run();
  };
  listeners.add(look);
  look();
  return leave;
}

/** Safari has no idle callbacks. */
function onIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const requested = requestIdleCallback(run, { timeout: 2000 });
    return () => cancelIdleCallback(requested);
  }
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}
