import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { whenIdle } from "./idle.ts";
import { LoadProblem } from "./load-problem.tsx";
import { loadChunk } from "./load-chunk.ts";

type Waiting = { waiting: ReactNode };

/**
 * A part that the page can do without at first: fetched when the page has what it opened with. `waiting` holds its place. When it cannot be fetched, its place says so and the rest of the page stays.
 */
export function afterPaint<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & Waiting> {
  let fetched: ComponentType<Props> | undefined;

  return function AfterPaint({ waiting, ...props }: Props & Waiting) {
    const [Part, setPart] = useState(() => fetched);
    const [problem, setProblem] = useState<string | null>(null);

    useEffect(() => {
      if (Part !== undefined || problem !== null) return;
      let isShown = true;
      const fetchPart = async () => {
        try {
          fetched ??= await loadChunk(id, load);
          if (isShown) setPart(() => fetched);
        } catch (error) {
          if (isShown) setProblem(error instanceof Error ? error.message : "");
        }
      };
      const stop = whenIdle(() => void fetchPart());
      return () => {
        isShown = false;
        stop();
      };
    }, [Part, problem]);

    if (problem !== null) return <LoadProblem detail={problem} onRetry={() => setProblem(null)} />;
    if (Part === undefined) return <>{waiting}</>;
    return <Part {...(props as unknown as Props)} />;
  };
}
