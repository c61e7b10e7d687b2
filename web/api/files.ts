// Files: downloaded with the session's token and handed to the browser, and sent with their progress reported.
import { useMutation } from "@tanstack/react-query";
import type { Endpoint } from "#contract/endpoint.ts";
import { textsOf } from "#web/messages/words.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { fill } from "#web/ui/texts.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import {
  fillPath,
  writtenQuery,
  ApiError,
  failureOf,
  readJson,
  send,
  statusOf,
  type CallInput,
  type CallOptions,
} from "./call.ts";

/** Returns `save`, and what is being saved now. A refusal, or any other failure, is shown in a toast. */
export function useSaveFile<Wanted = void>(fetchWanted: (wanted: Wanted) => Promise<FetchedFile>) {
  const { mutate, isPending, variables } = useMutation<void, Error, Wanted>({
    mutationFn: async (wanted) => saveFile(await fetchWanted(wanted)),
    onError: (error) => error instanceof ApiError || showToast("error", error.message),
  });
  return { save: mutate, isSaving: isPending, saving: isPending ? variables : undefined };
}

export type FetchedFile = {
  name: string;
  content: Blob;
  /** The file's age as an ISO moment, if it comes from a read replica that is behind (SAFE-27). */
  asOf: string | null;
};

/** Throws `ApiError` for a refusal. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E,
  { params, query }: Pick<CallInput<E>, "params" | "query">,
): Promise<FetchedFile> {
  const response = await send(endpoint.method, fillPath(endpoint.path, params), {
    query: writtenQuery(query),
  });
  if (!response.ok) throw failureOf(statusOf(response), await readJson(response));
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "");
  return {
    name: named?.[1] ?? "akiba.pdf",
    content: await response.blob(),
    asOf: response.headers.get("X-As-Of"),
  };
}

// A phone may open the file only after the page has moved on.
const STORED_MS = 60_000;

/** Hands the file to the browser, and says how old it is if it is behind. */
export function saveFile({ name, content, asOf }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  if (asOf !== null) {
    const reported = fill(textsOf("ui").asOn, { date: formatMomentAndTime(asOf) });
    showToast("note", `${name}: ${reported}`);
  }
  setTimeout(() => URL.revokeObjectURL(url), STORED_MS);
}

/** Bytes sent, and all. */
export type Sent = { sent: number; total: number };

/** Sends like `fetch` and reports the progress, which `fetch` cannot; rejects like it if there is no answer or `signal` aborts. */
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
