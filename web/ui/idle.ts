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

const { port1: done, port2: requested } = new MessageChannel();
const waiting: (() => void)[] = [];
done.addEventListener("message", () => waiting.shift()?.());
done.start();

/**
 * The rest of what is under way goes on in a task of its own, so that a phone can answer a finger in between. Tasks come in
 * the order in which they were asked for. By a message and no timer: a browser slows the timers of a page that is not looked at.
 */
export function yieldTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    // A port has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    requested.postMessage(null);
  });
}
