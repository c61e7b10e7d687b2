// A stop waits for requests that are being answered, and for no client. Node itself closes only connections that have had an
// answer, and no longer limits the others once it stops: one that never sends anything would hold up the stop for ever.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { waitsForClient, type Exchange } from "./connections.ts";

/** How long a connection may still wait for its client once the server stops. */
const PATIENCE_MS = 1_000;

/** Closes connections that wait for their client a second after the server begins to stop, and from then on (SAFE-22). */
export function stopWithoutClients(app: FastifyInstance): void {
  const connections = new Map<Socket, Exchange | null>();
  app.server.on("connection", (socket: Socket) => {
    connections.set(socket, null);
    socket.once("close", () => connections.delete(socket));
  });
  app.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    connections.set(socket, { request, response });
    response.once("close", () => {
      if (connections.get(socket)?.response === response) connections.set(socket, null);
    });
  });

  const closeWaiting = () => {
    for (const [socket, exchange] of connections) if (waitsForClient(exchange)) socket.destroy();
  };
  app.addHook("preClose", async () => {
    const closing = setInterval(closeWaiting, PATIENCE_MS).unref();
    app.server.once("close", () => clearInterval(closing));
  });
}
