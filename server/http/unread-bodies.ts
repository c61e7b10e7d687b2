// An answer that leaves before all of the request has arrived, such as 413, is read only by a client whose connection
// stays open: closing it while bytes arrive resets it, and the answer is lost. So the rest is read and dropped, within a
// limit (API-3).
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Far more than any form takes. Whoever sends more has their connection closed. */
const DROPPED_BYTES_MAX = 128 * 1024 * 1024;

export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook("onSend", ({ raw }, reply, payload, next) => {
    // The framework would close the connection with the answer.
    if (reply.statusCode === 413) reply.removeHeader("Connection");
    const isClosedByAnswer = !reply.raw.shouldKeepAlive;
    if (hasArrived(raw) || raw.destroyed || !isClosedByAnswer) return next(null, payload);
    dropRest(raw, () => next(null, payload));
  });
  app.addHook("onResponse", ({ raw }, _reply, next) => {
    if (!hasArrived(raw))
      dropRest(raw, () => {
        if (!raw.complete) raw.socket.destroy();
      });
    next();
  });
}

/** A question within a batch came with its batch, and says nothing of it. */
const hasArrived = (request: IncomingMessage) => (request.complete as boolean | undefined) ?? true;

/** Calls `end` when all has arrived, or too much. The server's time limit for a whole request ends it as well. */
function dropRest(request: IncomingMessage, end: () => void): void {
  const { socket } = request;
  const bytesMax = socket.bytesRead + DROPPED_BYTES_MAX;
  const look = () => {
    if (!request.complete && !request.destroyed && socket.bytesRead <= bytesMax) return;
    request.off("data", look).off("end", look).off("close", look);
    end();
  };
  request.on("data", look).on("end", look).on("close", look);
  request.resume();
}
