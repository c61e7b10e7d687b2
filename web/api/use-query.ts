// Reads: an endpoint of the contract as a cached query.
import { useQuery, type QueryKey, type QueryOptions } from "@tanstack/react-query";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { currentBatch, type Query } from "./batched-queries.ts";
import { callEndpoint, fillPath, writtenQuery, type CallInput } from "./call-endpoint.ts";
import { ApiError, queryString } from "./call.ts";
import { isAway } from "./reachable.ts";
import { shownAsOf } from "./shown-as-of.ts";

type Requested<E extends Endpoint> = Pick<CallInput<E>, "params" | "query"> & {
  /** False while the question must not be asked, e.g. because the member may not. */
  enabled?: boolean;
  /** Where no sentence of the answer is shown: it is then not asked for again when the language changes. */
  figuresOnly?: boolean;
};

/** Asks ahead of the part that shows the answer, so that the questions of a page go as one request. */
export type Ask = <E extends Endpoint>(endpoint: E, query?: CallInput<E>["query"]) => void;

/**
 * What is known of an answer: it is there, or asking for it has failed, or it is waited for. A failure is never an answer that
 * says "nothing": without `data` there is nothing to be said of it.
 */
export type Reading<Reply> = (
  | { data: Reply; error: null; isError: false; isPending: false }
  | { data: undefined; error: ApiError; isError: true; isPending: false }
  | { data: undefined; error: null; isError: false; isPending: true }
) & { isFetching: boolean; refetch: () => Promise<unknown> };

/**
 * Never raises the loading spinner: what waits has skeletons (SCR-7). An answer that could not be renewed stays; that it was
 * not is shown in a toast.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  requested: Requested<E> = {},
): Reading<ReplyOf<E>> {
  const { enabled = true, figuresOnly = false, ...question } = requested;
  const { data, error, isFetching, refetch } = useQuery<ReplyOf<E>, ApiError>({
    ...questionTo(endpoint, question),
    enabled,
    meta: { figuresOnly },
  });
  const state = { isFetching, refetch };
  if (data !== undefined) return { ...state, data, error: null, isError: false, isPending: false };
  if (error !== null) return { ...state, data: undefined, error, isError: true, isPending: false };
  return { ...state, data: undefined, error: null, isError: false, isPending: true };
}

/** The key and the call of one question, for who asks ahead of the page that will show the answer: alone, or by `send`. */
export function questionTo<E extends Endpoint>(
  endpoint: E,
  { params, query }: Pick<CallInput<E>, "params" | "query"> = {},
  send?: Query,
): QueryOptions<ReplyOf<E>, ApiError> & { queryKey: QueryKey } {
  return {
    queryKey: [...queryKeyOf(endpoint), params?.id ?? null, query ?? {}],
    queryFn: (requested) =>
      orStored<ReplyOf<E>>(JSON.stringify(requested.queryKey), () => {
        const together = send ?? currentBatch();
        if (together === null)
          return callEndpoint(endpoint, {
            params,
            query,
            signal: requested.signal,
            ignoreLoading: true,
          });
        const address = fillPath(endpoint.path, params) + queryString(writtenQuery(query));
        return together(address) as Promise<ReplyOf<E>>;
      }),
  };
}

/** The answer; when the server cannot be reached, the last seen one that this device keeps for the member, if any. */
async function orStored<T>(key: string, send: () => Promise<T>): Promise<T> {
  try {
    const reply = await send();
    shownAsOf.delete(key);
    return reply;
  } catch (error) {
    if (!(error instanceof ApiError) || !isAway(error.status)) throw error;
    const answer = await import("#web/later.ts").then(
      ({ readAnswer }) => readAnswer(key),
      // Without the part that reads them there are none.
      () => null,
    );
    if (answer === null) throw error;
    shownAsOf.set(key, answer.at);
    return answer.reply as T;
  }
}

/** The head of the keys of everything read from an endpoint. */
function queryKeyOf(endpoint: Endpoint): QueryKey {
  return [endpoint.path];
}

/** What could not be loaded: why, and the way to try again. */
export type Failed = { detail: string; retry: () => void };

/** Of readings that belong together those that failed; null where none did. A failure is no answer that says "nothing". */
export function failedOf(readings: readonly Reading<unknown>[]): Failed | null {
  const failed = readings.filter(({ isError }) => isError);
  const [first] = failed;
  if (first === undefined || first.error === null) return null;
  return {
    detail: first.error.detail,
    retry: () => {
      for (const each of failed) void each.refetch();
    },
  };
}
