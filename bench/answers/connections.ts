// Many connections of one address that keep the server waiting.
import type { Figure } from "../results.ts";
import type { ServerProcess } from "../server-process.ts";
import { besideCrowd } from "./sockets.ts";

const crowds: Record<string, string> = {
  "are silent": "",
  "are slow with their headers": "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
  "are slow with their bodies": "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{",
};

export async function measureConnections({ server }: { server: ServerProcess }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, bytes] of Object.entries(crowds))
    figures.push(await besideCrowd(server.url, { what, bytes, mostMs: 200 }));
  return figures;
}
