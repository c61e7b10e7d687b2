import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port that a test's server may keep, even while it is down: below the range for outgoing connections, one of which
 * could take it meanwhile.
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
