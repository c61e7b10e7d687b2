import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that a server of a test may keep, also while it is down: below those that a system gives to outgoing connections, of
 * which one could take it meanwhile.
 */
export async function freePort(host: string): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, host, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
