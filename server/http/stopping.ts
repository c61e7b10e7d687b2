// A stop waits for requests that are being answered, and for no client. Node itself closes only connections that have had an
// answer, and no longer limits the others once it stops: one that never sends anything would hold up the stop for ever.
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { waitsForClient, type Exchanges } from "./exchanges.ts";

/** How long a connection may still wait for its client once the server stops. */
const PATIENCE_MS = 1_000;

/** Closes connections that wait for their client a second after the server begins to stop, and from then on (SAFE-22). */
export function stopWithoutClients(
  app: FastifyInstance,
  exchanges: Pick<Exchanges, "currentOf">,
): void {
  const connections = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });

  const closeWaiting = () => {
    for (const socket of connections)
      if (waitsForClient(exchanges.currentOf(socket))) socket.destroy();
  };
  app.addHook("preClose", async () => {
    const closing = setInterval(closeWaiting, PATIENCE_MS).unref();
    app.server.once("close", () => clearInterval(closing));
  });
}
