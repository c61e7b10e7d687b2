import type { Reading } from "./use-query.ts";

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
