// Storms of requests: a server whose connections are all taken refuses with 503 and has done nothing.
import { setTimeout as wait } from "node:timers/promises";

const AGAIN_MS = 100;

/** Sends, and sends again for as long as the answer is 503, as the application itself does. */
export async function untilDecided<T extends { status: number }>(
  send: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await wait(AGAIN_MS);
  }
}
