// Two proxies in front of the server: `layLine` carries bytes between it and a phone, and can cut them off, slow them
// down, or hold or lose answers on their way back; `deployable` simulates a deploy.
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The bytes of about four packets. */
const piece = 5840;

export type Line = {
  url: string;
  /** Nothing passes, and transfers in progress break off. */
  cut(): void;
  /** The server gets each request with this method; its answer never arrives. */
  loseAnswersTo(method: string): void;
  /** The server gets each request; no byte of an answer arrives before `letGo` or `mend`. */
  holdAnswers(): void;
  /** How many parts of answers are held. */
  held(): number;
  /** What is held arrives, in its order. */
  letGo(): void;
  /** All connections share the bandwidth (towards the phone), and each direction takes half of the round trip. */
  slowDown(to: Pace): void;
  mend(): void;
  close(): Promise<void>;
};

export type Pace = { kilobitsPerSecond: number; roundTripMs: number };

export async function layLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  let lost: string | null = null;
  let pace: Pace | null = null;
  /** Each delivers a part of an answer. */
  let held: (() => void)[] | null = null;
  /** When the connection has carried all its data, by this process's clock. */
  let carriedAt = 0;

  /** In pieces, as a network carries them. */
  const carry = (bytes: Buffer, to: Socket) => {
    if (pace === null) return void to.write(bytes);
    const { kilobitsPerSecond, roundTripMs } = pace;
    for (let at = 0; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece);
      carriedAt = Math.max(carriedAt, performance.now()) + (part.length * 8) / kilobitsPerSecond;
      after(carriedAt - performance.now() + roundTripMs / 2, () => to.destroyed || to.write(part));
    }
  };

  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    let losing = false;
    // The handshake, which the near end completed at once.
    let readyAt = performance.now() + (pace?.roundTripMs ?? 0);
    const breakOff = () => {
      near.destroy();
      far.destroy();
    };
    for (const end of [near, far]) {
      open.add(end);
      end.on("error", breakOff);
      end.on("close", () => {
        open.delete(end);
        breakOff();
      });
    }
    near.on("data", (bytes) => {
      losing ||= lost !== null && bytes.toString("latin1").startsWith(`${lost} `);
      const wayMs = (pace?.roundTripMs ?? 0) / 2;
      readyAt = Math.max(readyAt, performance.now());
      after(readyAt - performance.now() + wayMs, () => far.destroyed || far.write(bytes));
    });
    far.on("data", (bytes) => {
      // By now the server has handled the request.
      if (losing) return breakOff();
      if (held === null) carry(bytes, near);
      else held.push(() => near.destroyed || carry(bytes, near));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const breakAll = () => {
    for (const end of open) end.destroy();
  };
  const letGo = () => {
    const late = held ?? [];
    held = null;
    for (const deliver of late) deliver();
  };

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      breakAll();
    },
    loseAnswersTo(method) {
      lost = method;
    },
    holdAnswers() {
      held ??= [];
    },
    held: () => held?.length ?? 0,
    letGo,
    slowDown(to) {
      pace = to;
    },
    mend() {
      isCut = false;
      lost = null;
      pace = null;
      letGo();
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function after(delayMs: number, act: () => void): void {
  if (delayMs <= 0) act();
  else setTimeout(act, delayMs);
}

export type Deployable = {
  url: string;
  deploy(version: string): void;
  close(): Promise<void>;
};

/** From `deploy` on, the pages and the service worker are those of another version. */
export async function deployable(of: string): Promise<Deployable> {
  const page = await (await fetch(`${of}/dashboard`)).text();
  const before = /name="version" content="(\w+)"/.exec(page)?.[1] ?? "";
  let now = before;

  const server = createHttpServer((request, response) => {
    const answer = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const got = await fetch(of + (request.url ?? "/"), {
        method: request.method ?? "GET",
        headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      const type = got.headers.get("content-type") ?? "";
      const body = Buffer.from(await got.arrayBuffer());
      for (const [name, value] of got.headers)
        // Without the file's validators, because it is another file after the deploy.
        if (!/^(content-length|etag|last-modified|transfer-encoding|connection)$/.test(name))
          response.setHeader(name, value);
      response.writeHead(got.status);
      response.end(
        /html|javascript/.test(type) ? body.toString().replaceAll(before, () => now) : body,
      );
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy(version) {
      now = version;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
