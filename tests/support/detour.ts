// A proxy to a database that can be cut, go silent, or swallow answers, on its own address.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** With `unanswered`, requests still arrive. */
type Mode = "open" | "silent" | "unanswered" | "refusing";

export type Detour = {
  /** Where it listens. */
  port: number;
  cut(): void;
  set(next: Mode): void;
  /** Called with the data for the database before it gets there. */
  watch(watching: ((sent: string) => void) | null): void;
  stop(): Promise<void>;
};

/** `target` is a port of this machine, or the path of a socket. */
export async function startDetour(target: number | string): Promise<Detour> {
  const sockets = new Set<Socket>();
  let mode: Mode = "open";
  let onSent: ((sent: string) => void) | null = null;
  const server = createServer((near) => {
    if (mode === "refusing") return void near.destroy();
    const far = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1");
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes: Buffer) => {
        if (from === near) onSent?.(bytes.toString("latin1"));
        if (mode === "open" || (mode === "unanswered" && from === near)) to.write(bytes);
      });
    }
  });
  const port = await freePort("127.0.0.1");
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    cut,
    set(next) {
      mode = next;
      if (next === "refusing") cut();
    },
    watch: (watching) => void (onSent = watching),
    async stop() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
