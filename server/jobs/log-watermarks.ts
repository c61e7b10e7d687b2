// Where audit log and journal ended at which moment, as far back as somebody wants to look behind their newest entries.
import type { LogEnds } from "#server/core/audit-log/audit-chain.ts";

type Watermark = { at: number; ends: LogEnds };

// What was being written when the first mark was noted is not so many numbers behind it.
const BEFORE_FIRST = 5_000;

/** Moments are milliseconds; `backMs` is the longest way that is looked back. */
export function startLogWatermarks(backMs: number) {
  let watermarks: Watermark[] = [];
  return {
    /** Everything up to `ends` that was committed before `at` has been seen to. */
    note(at: number, ends: LogEnds): void {
      const last = watermarks.at(-1)?.ends;
      if (last?.audit === ends.audit && last.entry === ends.entry) return;
      if (last === undefined) watermarks = [{ at: -Infinity, ends: before(ends) }];
      const oldest = watermarks.findLastIndex((watermark) => watermark.at <= at - backMs);
      watermarks = [...watermarks.slice(Math.max(oldest, 0)), { at, ends }];
    },
    /** Where they ended then, or further back; undefined before the first mark. */
    asOf(moment: number): LogEnds | undefined {
      return watermarks.findLast(({ at }) => at <= moment)?.ends;
    },
  };
}

function before({ audit, entry }: LogEnds): LogEnds {
  const back = BigInt(BEFORE_FIRST);
  return { audit: audit > back ? audit - back : 0n, entry: Math.max(0, entry - BEFORE_FIRST) };
}
