import { useState } from "react";
import { ApiError } from "./call.ts";

/** Of uploads that follow each other only the newest counts: each aborts the one before. */
export function newestOnly(): () => AbortSignal {
  let last: AbortController | null = null;
  return () => {
    last?.abort();
    last = new AbortController();
    return last.signal;
  };
}

/** Has the server read a file, again whenever the person says something else of it. `begin` is of `newestOnly`. */
export function useReading(begin: () => AbortSignal) {
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [isReading, setIsReading] = useState(false);

  /** Shows the refusal of `work`, which stops without a trace as soon as its signal is aborted. */
  const read = async (work: (signal: AbortSignal) => Promise<void>) => {
    const signal = begin();
    setProblem(null);
    setIsReading(true);
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      if (!signal.aborted) setIsReading(false);
    }
  };
  return { problem, isReading, read };
}
