// Sends a file and reports its progress, which `fetch` cannot. Part of the page that sends files, because a network
// that fails at that moment could not load it.

import type { CallOptions } from "./call.ts";

/** Bytes sent, and all. */
export type Sent = { sent: number; total: number };

/** Sends like `fetch`, and rejects like it if there is no answer or `signal` aborts. */
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
