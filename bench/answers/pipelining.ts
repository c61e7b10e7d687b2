// Many connections of one address that ask for twenty answers each and read none.
import type { Figure } from "../results.ts";
import type { ServerProcess } from "../server-process.ts";
import { besideCrowd, get } from "./sockets.ts";

/** The headers by the path. */
const requests: Record<string, string> = {
  "/api/health": "",
  "/api/openapi.json": "",
  "/api/docs": "Accept-Encoding: gzip\r\n",
  "/api/group/": "",
  "/api/audit/consistency/?from=0": "",
  "/api/user/get_user_data": `Authorization: Bearer ${"x".repeat(43)}\r\n`,
  "/nothing": "",
};

export async function measurePipelining({ server }: { server: ServerProcess }): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [path, headers] of Object.entries(requests))
    figures.push(
      await besideCrowd(server.url, {
        what: `each ask twenty times for ${path}`,
        bytes: get(path, headers).repeat(20),
        mostMs: 1_000,
      }),
    );
  return figures;
}
