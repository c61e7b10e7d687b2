// Reads: an endpoint of the contract as a cached query.
import {
  useQuery,
  type QueryClient,
  type QueryKey,
  type QueryOptions,
} from "@tanstack/react-query";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { batchedQueries, currentBatch, type Query } from "./batched-queries.ts";
import {
  callEndpoint,
  fillPath,
  writtenQuery,
  ApiError,
  queryString,
  type CallInput,
} from "./call.ts";
import { isAway } from "./connection.ts";
import { shownAsOf } from "./shown-as-of.ts";

type Question<E extends Endpoint> = Pick<CallInput<E>, "params" | "query">;

type Requested<E extends Endpoint> = Question<E> & {
  /** False while the query must not run, e.g. because the member may not read it. */
  enabled?: boolean;
  /** For answers without sentences of the server: a change of language does not refetch them. */
  figuresOnly?: boolean;
  /** False if the page's loader renews the answer, so that a part that is drawn earlier does not. */
  refetchOnMount?: boolean;
};

/** Starts a query before the part that shows it. */
export type Prefetch = <E extends Endpoint>(endpoint: E, question?: Question<E>) => void;

/**
 * Returns a function that starts queries; those of one moment share a request. With `isSilent`, a failure is shown only
 * once a part shows the query.
 */
export function batchedPrefetch(queries: QueryClient, { isSilent = false } = {}): Prefetch {
  const together = batchedQueries();
  return (endpoint, question) =>
    void queries.prefetchQuery({ ...questionTo(endpoint, question, together), meta: { isSilent } });
}

/**
 * The state of a query: answered, failed or pending. A failure never counts as an empty answer: without `data`
 * nothing is known.
 */
export type Reading<Reply> = (
  | { data: Reply; error: null; isError: false; isPending: false }
  | { data: undefined; error: ApiError; isError: true; isPending: false }
  | { data: undefined; error: null; isError: false; isPending: true }
) & { isFetching: boolean; refetch: () => Promise<unknown> };

/**
 * Never shows the loading spinner: pending parts have skeletons (SCR-7). If a refetch fails the old answer stays, and
 * a toast says so.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  requested: Requested<E> = {},
): Reading<ReplyOf<E>> {
  const { enabled = true, figuresOnly = false, refetchOnMount = true, ...question } = requested;
  const { data, error, isFetching, refetch } = useQuery<ReplyOf<E>, ApiError>({
    ...questionTo(endpoint, question),
    enabled,
    refetchOnMount,
    meta: { figuresOnly },
  });
  const state = { isFetching, refetch };
  if (data !== undefined) return { ...state, data, error: null, isError: false, isPending: false };
  if (error !== null) return { ...state, data: undefined, error, isError: true, isPending: false };
  return { ...state, data: undefined, error: null, isError: false, isPending: true };
}

/** The key and the call of one query, for a page that starts it ahead: alone, or through `send`. */
export function questionTo<E extends Endpoint>(
  endpoint: E,
  { params, query }: Question<E> = {},
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

/** The answer; if the server cannot be reached, the last one that this device stores for the member. */
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

/** The start of the keys of everything read from an endpoint. */
function queryKeyOf(endpoint: Endpoint): QueryKey {
  return [endpoint.path];
}

/** A failed query: the reason, and a retry. */
export type Failed = { detail: string; retry: () => void };

/** The failed ones of several queries; null if none failed. A failure is not an empty answer. */
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
