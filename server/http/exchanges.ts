// The requests of each connection that are not answered yet. A client may send several at once; they are answered one
// after another, so that one connection never has more than one answer in memory, and after a few the connection
// closes (SAFE-22).
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Requests that a connection may send before their answers; no browser sends a second one. */
export const PIPELINED_MAX = 4;

export type Exchanges = {
  /** The one that is being answered; null if every request is answered. */
  currentOf(socket: Socket): Exchange | null;
  /** Whether it came by a connection, and not within another request. */
  isTracked(request: IncomingMessage): boolean;
  /** Calls `begin` once the earlier requests of its connection are answered. */
  inTurn(request: IncomingMessage, begin: () => void): void;
};

type Waiting = Exchange & { begin: (() => void) | null };

/** Requests begun in a round of the event loop that had come behind another on their connection. */
export const PIPELINED_A_ROUND = 8;

export function trackExchanges(server: Server): Exchanges {
  const beginLater = openRounds(PIPELINED_A_ROUND);
  const unanswered = new WeakMap<Socket, Waiting[]>();
  server.on("connection", (socket: Socket) => {
    unanswered.set(socket, []);
    limitPipelined(socket, () => unanswered.get(socket)?.length ?? 0);
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const queue = unanswered.get(request.socket);
    if (queue === undefined) return;
    const exchange: Waiting = { request, response, begin: null };
    queue.push(exchange);
    response.once("close", () => {
      queue.splice(queue.indexOf(exchange), 1);
      // Nobody waits for what a closed connection still had to ask.
      const next = request.socket.destroyed ? undefined : queue[0];
      const begin = next?.begin;
      if (next === undefined || begin == null) return;
      next.begin = null;
      // Not at once: the event loop would go through all of them before it reads what anybody else has sent.
      beginLater(begin);
    });
  });
  return {
    isTracked: ({ socket }) => unanswered.has(socket),
    currentOf: (socket) => unanswered.get(socket)?.[0] ?? null,
    inTurn: (request, begin) => {
      const queue = unanswered.get(request.socket) ?? [];
      const exchange = queue.find((each) => each.request === request);
      if (exchange === undefined || exchange === queue[0]) begin();
      else exchange.begin = begin;
    },
  };
}

/** Runs what it gets a few at a time, each in a round of the event loop in which others have their turn. */
function openRounds(most: number): (act: () => void) => void {
  const waiting: (() => void)[] = [];
  const round = () => {
    const acts = waiting.splice(0, most);
    if (waiting.length > 0) setImmediate(round);
    // Each by itself: one that throws takes no other with it.
    for (const act of acts) setImmediate(act);
  };
  return (act) => {
    waiting.push(act);
    if (waiting.length === 1) setImmediate(round);
  };
}

type OnIncoming = (request: IncomingMessage, staysOpen: boolean) => number;

/** What the parser of a connection shall do with a request and what follows it (llhttp, on_headers_complete). */
const IGNORE_THE_REST = 2;

/**
 * The last one that is allowed closes the connection with its answer, and what follows is not even read: the parser
 * goes through all that has arrived at once, and a thousand small requests would keep everybody waiting meanwhile.
 */
function limitPipelined(socket: Socket, countUnanswered: () => number): void {
  const { parser } = socket as Socket & { parser?: { onIncoming: OnIncoming | null } | null };
  const read = parser?.onIncoming;
  if (parser == null || read == null) return;
  let isOver = false;
  parser.onIncoming = (request, staysOpen) => {
    if (isOver) return IGNORE_THE_REST;
    isOver = countUnanswered() >= PIPELINED_MAX - 1;
    return read(request, staysOpen && !isOver);
  };
}

/** For a request, for the rest of one, or for the client to read the answer. */
export function waitsForClient(exchange: Exchange | null): boolean {
  return exchange?.request.complete !== true || exchange.response.writableEnded;
}
