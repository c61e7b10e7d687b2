// A file of the API, asked for with the session's token like everything else.
import type { Endpoint } from "#contract/endpoint.ts";
import { failureOf, readJson, statusOf, send } from "./call.ts";
import { fillPath, writtenQuery, type CallInput } from "./call-endpoint.ts";

export type FetchedFile = {
  name: string;
  content: Blob;
  /** As of when it is, an ISO moment, where it comes from a read replica that is behind (SAFE-27). */
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
