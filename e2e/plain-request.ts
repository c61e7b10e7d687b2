// Requests as a client sends them that is neither a browser nor `fetch`.
import { type IncomingHttpHeaders, request } from "node:http";

/** Sends the path unchanged, without the normalisation of `fetch`, over a connection that stays open for the next. */
export function requestPlainly(
  url: string,
  path: string,
  method = "GET",
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const requested = request({ hostname, port, path, method }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
    });
    requested.on("error", reject);
    requested.end();
  });
}
