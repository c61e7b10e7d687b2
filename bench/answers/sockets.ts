// Connections of an address of this machine, and health as another address asks for it on a connection of its own.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { figure, type Figure } from "../results.ts";

const CONNECTIONS = 600;
const CROWD = "127.0.0.2";
const OTHER = "127.0.0.3";
const ROUNDS = 3;

export const get = (path: string, more = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;

/**
 * What health takes for another address and for the crowd's own, both at the same time, while the crowd has sent `bytes`. The
 * first answer waits for what came before it; `mostMs` is for the quickest.
 */
export async function besideCrowd(
  url: string,
  { what, bytes, mostMs }: { what: string; bytes: string; mostMs: number },
): Promise<Figure> {
  const [, ...alone] = await healthTimes(url, OTHER);
  const crowd = Array.from({ length: CONNECTIONS }, () => open(url, CROWD).pause());
  try {
    // Whoever asks before the crowd is there waits for nobody.
    await Promise.all(crowd.map((socket) => once(socket, "connect")));
    for (const socket of crowd) socket.write(bytes);
    const [another, same] = await Promise.all([healthTimes(url, OTHER), healthTimes(url, CROWD)]);
    const values = {
      first: another[0] ?? NaN,
      quickest: Math.min(...another),
      "first of the same address": same[0] ?? NaN,
      "quickest of it": Math.min(...same),
      alone: Math.max(...alone),
    };
    return figure(`health beside ${CONNECTIONS} connections that ${what}`, "ms", values, {
      requested: `the quickest of ${ROUNDS} under ${mostMs.toLocaleString("en")} ms`,
    });
  } finally {
    for (const socket of crowd) socket.destroy();
  }
}

function open(url: string, localAddress: string): Socket {
  const { port, hostname } = new URL(url);
  return connect({ port: Number(port), host: hostname, localAddress }).on("error", () => undefined);
}

async function healthTimes(url: string, from: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await readHealth(url, from);
    times.push(performance.now() - startedAt);
  }
  return times;
}

function readHealth(url: string, from: string): Promise<void> {
  const socket = open(url, from);
  let text = "";
  socket.on("data", (part: Buffer) => {
    text += part.toString("latin1");
  });
  socket.write(get("/api/health", "Connection: close\r\n"));
  return new Promise((resolve, reject) => {
    socket.once("close", () => {
      if (text.startsWith("HTTP/1.1 200 ")) resolve();
      else reject(new Error(`health was not answered: ${text.slice(0, 100)}`));
    });
  });
}
