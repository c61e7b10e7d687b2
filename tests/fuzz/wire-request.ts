// Sends a request exactly as written, with any path, header and body that a socket can carry, and finds leaked
// internals in an answer.
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

/** Texts that only the program's internals produce: stack traces, SQL, driver errors. */
const leaks = [
  /\n\s+at .+:\d+/,
  /\bnode:internal\b|\bnode_modules\b|\.[cm]?[jt]s:\d+/,
  /\bFST_[A-Z_]+|\bERR_[A-Z_]+/,
  /\bE(CONN\w+|PIPE|NOENT|TIMEDOUT)\b/,
  /\b(TypeError|RangeError|SyntaxError|DatabaseError|AssertionError|ZodError)\b/,
  /violates .* constraint|duplicate key value|invalid input syntax|syntax error at or near/,
  /\b(relation|column|function) "\w+"|\bSQLSTATE\b|\bpg_\w+/,
  /\binsert into "|\bselect "|\bupdate "\w+" set\b|\bdelete from "/,
  /Cannot read propert|is not a function|is not iterable|Unexpected token/,
];

/** The first such text in an answer, or null. */
export function findLeak(text: string): string | null {
  for (const pattern of leaks) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}
