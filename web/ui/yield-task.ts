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
