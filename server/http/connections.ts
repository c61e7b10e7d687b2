// Limits how many connections may wait: silent and slow ones from one address never crowd out others (SAFE-22).
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { BlockList, isIPv4, type Socket } from "node:net";
import { networkOf, plainAddress } from "#server/platform/network.ts";
import { waitsForClient, type Exchanges } from "./exchanges.ts";

export type ConnectionLimits = {
  /** Connections from one address; those beyond are closed once they have waited for `patience`. */
  perAddress: number;
  /** Addresses whose connections carry many people's requests, or how many proxies are in front. */
  proxies: readonly string[] | number | null;
};

/** All connections together; a new one beyond this replaces one that waits. */
const CONNECTIONS_MAX = 1_000;
const LOOK_EVERY_MS = 250;

/**
 * How long a connection may wait, in ms, when its address has too many or the total is nearly reached. Otherwise the
 * server's own limits apply. A client that sends its request right after connecting is never too slow.
 */
const patience = {
  /** For the first request, or the rest of one. */
  unasked: { crowded: 1_000, full: 3_000 },
  /** For another request: browsers and libraries close idle connections themselves after 4 seconds or more. */
  answered: { crowded: 5_000, full: 10_000 },
};

type Tracked = {
  socket: Socket;
  address: string;
  /** When it began to wait: at connecting, at the start of a request, or after an answer. */
  since: number;
  hasRequested: boolean;
};

export function limitConnections(
  server: Server,
  exchanges: Pick<Exchanges, "currentOf">,
  { perAddress, proxies }: ConnectionLimits,
): void {
  const isProxy = proxyTest(proxies);
  const all = new Map<Socket, Tracked>();
  const byAddress = new Map<string, Set<Tracked>>();
  let looking: NodeJS.Timeout | null = null;
  server.maxConnections = CONNECTIONS_MAX;

  server.on("connection", (socket: Socket) => {
    const remote = socket.remoteAddress;
    if (remote === undefined || isProxy(remote)) return;
    const address = networkOf(remote);
    const tracked = {
      socket,
      address,
      since: performance.now(),
      hasRequested: false,
    };
    all.set(socket, tracked);
    const neighbours = byAddress.get(address) ?? new Set<Tracked>();
    byAddress.set(address, neighbours.add(tracked));
    socket.once("close", () => {
      all.delete(socket);
      neighbours.delete(tracked);
      if (neighbours.size === 0) byAddress.delete(address);
    });
    if (all.size >= CONNECTIONS_MAX) makeRoom();
    if (neighbours.size > perAddress || isFilling()) lookAgain();
  });

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const tracked = all.get(request.socket);
    if (tracked === undefined) return;
    if (exchanges.currentOf(request.socket)?.request === request) tracked.since = performance.now();
    response.once("close", () => {
      tracked.hasRequested = request.complete;
      tracked.since = performance.now();
    });
  });

  const isFilling = () => all.size > CONNECTIONS_MAX / 2;

  function lookAgain(): void {
    looking ??= setTimeout(() => {
      looking = null;
      if (closeOverdue()) lookAgain();
    }, LOOK_EVERY_MS).unref();
  }

  /** Whether any connection is left to watch. */
  function closeOverdue(): boolean {
    const now = performance.now();
    const isFull = isFilling();
    let isCrowded = false;
    for (const neighbours of byAddress.values()) {
      let tooMany = Math.max(0, neighbours.size - perAddress);
      isCrowded ||= tooMany > 0;
      if (tooMany === 0 && !isFull) continue;
      for (const tracked of waitingLongest(neighbours)) {
        const times = patience[isRequesting(tracked) ? "unasked" : "answered"];
        if (now - tracked.since <= (tooMany > 0 ? times.crowded : times.full)) continue;
        tracked.socket.destroy();
        tooMany--;
      }
    }
    return isCrowded || isFull;
  }

  /** Closes the connection that has waited longest, of the address with the most connections. */
  function makeRoom(): void {
    const bySize = [...byAddress.values()].toSorted((one, other) => other.size - one.size);
    for (const neighbours of bySize) {
      const [longest] = waitingLongest(neighbours);
      if (longest === undefined) continue;
      longest.socket.destroy();
      return;
    }
  }

  /** Connections that wait for their client; one whose request is complete and unanswered waits for us, and stays. */
  function waitingLongest(neighbours: Iterable<Tracked>): Tracked[] {
    return [...neighbours]
      .filter(({ socket }) => waitsForClient(exchanges.currentOf(socket)))
      .toSorted((one, other) => one.since - other.since);
  }

  /** Whether its request has not arrived completely. */
  function isRequesting({ socket, hasRequested }: Tracked): boolean {
    const exchange = exchanges.currentOf(socket);
    return exchange === null ? !hasRequested : !exchange.request.complete;
  }
}

const ranges: Record<string, [string, number, "ipv4" | "ipv6"][]> = {
  loopback: [
    ["127.0.0.0", 8, "ipv4"],
    ["::1", 128, "ipv6"],
  ],
  linklocal: [
    ["169.254.0.0", 16, "ipv4"],
    ["fe80::", 10, "ipv6"],
  ],
  uniquelocal: [
    ["10.0.0.0", 8, "ipv4"],
    ["172.16.0.0", 12, "ipv4"],
    ["192.168.0.0", 16, "ipv4"],
    ["fc00::", 7, "ipv6"],
  ],
};

/** If proxies are only counted, their addresses are unknown; then no address has a limit of its own. */
export function proxyTest(proxies: ConnectionLimits["proxies"]): (address: string) => boolean {
  if (typeof proxies === "number") return () => proxies > 0;
  const list = new BlockList();
  for (const each of proxies ?? []) {
    const [address = "", prefix] = each.split("/");
    const family = isIPv4(address) ? "ipv4" : "ipv6";
    const subnets = ranges[each] ?? [
      [address, prefix === undefined ? (family === "ipv4" ? 32 : 128) : Number(prefix), family],
    ];
    for (const [net, length, kind] of subnets) list.addSubnet(net, length, kind);
  }
  return (address) => {
    const plain = plainAddress(address);
    return list.check(plain, isIPv4(plain) ? "ipv4" : "ipv6");
  };
}
