// When the page has loaded what it opened with. Optional parts load after that, so that on a slow network they do not
// delay what the person waits for.
let running = 0;
const listeners = new Set<() => void>();

/** Requests that follow each other count as one wait. */
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

/** Calls back once no request has started for half a second and the device is idle; returns a function that cancels. */
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
 * Continues in a new task, so that a phone can handle input in between. Tasks run in the order of their calls. Uses a
 * message and no timer, because browsers slow the timers of hidden pages.
 */
export function yieldTask(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    // A port has no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    requested.postMessage(null);
  });
}
