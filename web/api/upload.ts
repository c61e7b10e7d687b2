// Sends a file and says how much of it has gone: `fetch` tells nothing of that. It comes with the page that sends files, since a line
// that breaks as it is needed could not bring it.

import type { CallOptions } from "./call.ts";

/** Bytes that have been sent, of all. */
export type Sent = { sent: number; total: number };

/** Sends as `fetch` does, and rejects as it does when there is no answer or `signal` ends it. */
export const telling =
  (onSent: (sent: Sent) => void): NonNullable<CallOptions["sendBy"]> =>
  (address, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) =>
        onSent({ sent: loaded, total }),
      );
      request.addEventListener("load", () => {
        const wait = request.getResponseHeader("Retry-After");
        const { status, responseText } = request;
        resolve(
          new Response(responseText, {
            status,
            headers: wait === null ? {} : { "Retry-After": wait },
          }),
        );
      });
      for (const end of ["error", "abort", "timeout"])
        request.addEventListener(end, () => reject(new TypeError("the upload broke off")));
      signal?.addEventListener("abort", () => request.abort());
      request.send(body as FormData);
    });
