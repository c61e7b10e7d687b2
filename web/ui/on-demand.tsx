import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { LoadProblem } from "./alert.tsx";
import { cx } from "./cx.ts";
import { whenIdle } from "./idle.ts";
import { loadChunk } from "./load-chunk.ts";
import { Skeleton } from "./skeleton.tsx";

export type OnDemand<Props extends object> = ComponentType<Props> & { fetch: () => void };

/**
 * A part that is loaded when it is first shown, e.g. the form inside a modal; `fetch` may start before the press.
 * `room` reserves its height if it appears without a press, so that nothing moves.
 */
export function onDemand<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
  room?: string,
): OnDemand<Props> {
  const fetchPart = () => loadChunk(id, load).then((part) => ({ default: part }));
  const Part = lazy(fetchPart) as unknown as ComponentType<Props>;

  function OnDemand(props: Props) {
    return (
      <Suspense fallback={<Waiting room={room} />}>
        <Part {...props} />
      </Suspense>
    );
  }
  // A prefetch may fail silently: showing the part loads it again and reports the failure.
  return Object.assign(OnDemand, { fetch: () => void load().catch(() => undefined) });
}

function Waiting({ room }: { room: string | undefined }) {
  return (
    <div aria-busy className={cx("flex flex-col gap-5", room)}>
      <Skeleton className="h-12" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="min-h-24 flex-1" />
    </div>
  );
}

type InItsPlace = { waiting: ReactNode };

/**
 * A part that the page does not need at first: loaded once the page has what it opened with. `waiting` reserves its
 * space. If loading fails, the message appears there and the rest of the page stays.
 */
export function afterPaint<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & InItsPlace> {
  let fetched: ComponentType<Props> | undefined;

  return function AfterPaint({ waiting, ...props }: Props & InItsPlace) {
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
