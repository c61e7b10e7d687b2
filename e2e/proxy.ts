// A line between a phone and the server: it carries bytes, is cut, or loses answers on their way back.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

export type Line = {
  url: string;
  /** Nothing passes, and what is under way breaks off. */
  cut(): void;
  /** The server gets each request of this method; its answer never arrives. */
  loseAnswersTo(method: string): void;
  mend(): void;
  close(): Promise<void>;
};

export async function layLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to);
  const open = new Set<Socket>();
  let isCut = false;
  let lost: string | null = null;

  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    let losing = false;
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
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      // By now the server has done what it was asked.
      if (losing) return breakOff();
      near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const breakAll = () => {
    for (const end of open) end.destroy();
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
    mend() {
      isCut = false;
      lost = null;
    },
    async close() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
