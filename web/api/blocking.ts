import type { Failure } from "#contract/endpoint.ts";
import type { ApiError } from "./call.ts";

export type Blocking = NonNullable<Failure["blocking"]>[number];

/** The obstacles that a refusal names. */
export function blockingOf(refused: ApiError | null): readonly Blocking[] {
  const { blocking = [] }: Pick<Failure, "blocking"> = refused?.facts ?? {};
  return blocking;
}
