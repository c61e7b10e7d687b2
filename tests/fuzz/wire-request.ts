// Sends a request exactly as written: any path, header and body that a socket can carry.
import { Agent, request as openRequest } from "node:http";

export type WireRequest = {
  method: string;
  /** With its query, escaped as sent. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

export type WireAnswer = { status: number; type: string; text: string };

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

export function send(
  url: string,
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const params = { agent, method, path, headers: { ...length, ...headers } };
    const { hostname, port } = new URL(url);
    const outgoing = openRequest({ ...params, hostname, port }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"] ?? "",
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
