// A connection that asks one thing after another in plain HTTP. Node's own client would take more than twice the processor
// time, from the very processors that server and database are measured on.
import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";
const READ_BYTES = 16_384;

type Waiting = { resolve: (answer: string) => void; reject: (reason: unknown) => void };

export class Connection {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | null = null;
  #received: Buffer[] = [];
  #had = 0;
  #expected = 0;
  #waiting: Waiting | null = null;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** The body of the answer. Anything but a success is an error: a figure of refusals would be worth nothing. */
  ask(request: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #open(): Socket {
    const socket = connect({
      host: this.#host,
      port: this.#port,
      noDelay: true,
      // Read into one place, since collecting what each reading leaves behind holds up the load for milliseconds.
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, buffer) => {
          this.#read(Buffer.from(buffer.subarray(0, length)));
          return true;
        },
      },
    });
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#fail(new Error("the server hung up"));
    });
    return socket;
  }

  #fail(error: Error): void {
    this.close();
    this.#forget();
    this.#waiting?.reject(error);
    this.#waiting = null;
  }

  #forget(): void {
    this.#received = [];
    this.#had = 0;
    this.#expected = 0;
  }

  #read(part: Buffer): void {
    this.#received.push(part);
    this.#had += part.length;
    if (this.#had < this.#expected) return;
    const all = this.#received.length === 1 ? part : Buffer.concat(this.#received);
    const end = all.indexOf(END_OF_HEAD);
    if (end === -1) return;
    const head = all.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) return this.#fail(new Error(`an answer without length: ${head}`));
    const start = end + END_OF_HEAD.length;
    this.#expected = start + length;
    if (all.length < this.#expected) return;
    this.#forget();
    const answer = all.toString("utf8", start);
    if (!head.startsWith("HTTP/1.1 200 ")) return this.#fail(new Error(`${head}\n${answer}`));
    // A server closes what was asked a thousand times.
    if (/\r\nconnection: close/i.test(head)) this.close();
    const { resolve } = this.#waiting ?? {};
    this.#waiting = null;
    resolve?.(answer);
  }
}
