// Reads: an endpoint of the contract as a cached query.
import {
  useQuery,
  type QueryKey,
  type QueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import type { Ask } from "./ask-together.ts";
import { ApiError, queryString } from "./call.ts";
import { callEndpoint, fillPath, writtenQuery, type Given } from "./call-endpoint.ts";
import { isAway } from "./reachable.ts";
import { shownAsOf } from "./shown-as-of.ts";

type Asked<E extends Endpoint> = Pick<Given<E>, "params" | "query"> & {
  /** False while the question must not be asked, e.g. because the member may not. */
  enabled?: boolean;
};

/** Never raises the loading spinner: what waits has skeletons (SCR-7). */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  asked: Asked<E> = {},
): UseQueryResult<ReplyOf<E>, ApiError> {
  const { enabled = true, ...question } = asked;
  return useQuery<ReplyOf<E>, ApiError>({ ...questionTo(endpoint, question), enabled });
}

/** The key and the call of one question, for who asks ahead of the page that will show the answer: alone, or by `ask`. */
export function questionTo<E extends Endpoint>(
  endpoint: E,
  { params, query }: Pick<Given<E>, "params" | "query"> = {},
  ask?: Ask,
): QueryOptions<ReplyOf<E>, ApiError> & { queryKey: QueryKey } {
  return {
    queryKey: [...queryKeyOf(endpoint), params?.id ?? null, query ?? {}],
    queryFn: (asked) =>
      orKept<ReplyOf<E>>(JSON.stringify(asked.queryKey), () => {
        if (ask === undefined)
          return callEndpoint(endpoint, {
            params,
            query,
            signal: asked.signal,
            ignoreLoading: true,
          });
        const address = fillPath(endpoint.path, params) + queryString(writtenQuery(query));
        return ask(address) as Promise<ReplyOf<E>>;
      }),
  };
}

/** The answer; when the server cannot be reached, the last seen one that this device keeps for the member, if any. */
async function orKept<T>(key: string, ask: () => Promise<T>): Promise<T> {
  try {
    const reply = await ask();
    shownAsOf.delete(key);
    return reply;
  } catch (error) {
    if (!(error instanceof ApiError) || !isAway(error.status)) throw error;
    const answer = await import("./kept/answers.ts").then(
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
export function queryKeyOf(endpoint: Endpoint): QueryKey {
  return [endpoint.path];
}
