// No address keeps the server from serving the others (SAFE-22): of each, only some requests without a session are worked
// on at a time, and the rest wait for their turn.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getHealth } from "#contract/health.ts";
import { networkOf } from "#server/platform/network.ts";
import type { Exchanges } from "./exchanges.ts";

/** Fewer than the connections to the database, so that one address never takes them all. */
const AT_ONCE = 8;

type Lane = { busy: number; waiting: (() => void)[] };

/**
 * Requests of a connection are answered one after another. Those of an address take one of its turns until their session
 * is known, their body is awaited, or their answer begins; health takes none.
 */
export function takeTurns(
  app: FastifyInstance,
  exchanges: Pick<Exchanges, "inTurn" | "isTracked">,
): void {
  const lanes = new Map<string, Lane>();
  const leaving = new WeakMap<FastifyRequest, () => void>();

  const enter = (address: string, begin: (leave: () => void) => void) => {
    const lane = lanes.get(address) ?? { busy: 0, waiting: [] };
    lanes.set(address, lane);
    const proceed = () => {
      lane.busy++;
      begin(once(leave));
    };
    const leave = () => {
      lane.busy--;
      // Not within this round of the event loop, which the others share.
      const next = lane.waiting.shift();
      if (next !== undefined) setImmediate(next);
      else if (lane.busy === 0) lanes.delete(address);
    };
    if (lane.busy >= AT_ONCE) lane.waiting.push(proceed);
    else proceed();
  };

  app.addHook("onRequest", (request, reply, next) => {
    exchanges.inTurn(request.raw, () => {
      // A question within a batch shares the turn of the batch.
      if (request.routeOptions.url === getHealth.path || !exchanges.isTracked(request.raw))
        return next();
      enter(networkOf(request.ip), (leave) => {
        leaving.set(request, leave);
        reply.raw.once("close", leave);
        if (reply.raw.destroyed || request.raw.socket.destroyed) leave();
        else next();
      });
    });
  });
  const leave = (request: FastifyRequest) => leaving.get(request)?.();
  app.addHook("preParsing", (request, _reply, _payload, next) => {
    if (request.live !== null || request.method !== "GET") leave(request);
    next();
  });
  app.addHook("onSend", (request, _reply, payload, next) => {
    leave(request);
    next(null, payload);
  });
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
