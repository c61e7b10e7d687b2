import { lazy, Suspense, type ComponentType } from "react";
import { loadChunk } from "./load-chunk.ts";
import { Skeleton } from "./skeleton.tsx";

/** A part that is fetched when it is first shown, e.g. the form inside a modal; `fetch` may run ahead of the press. */
export function onDemand<Props extends object>(
  id: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { fetch: () => void } {
  const fetchPart = () => loadChunk(id, load).then((part) => ({ default: part }));
  const Part = lazy(fetchPart) as unknown as ComponentType<Props>;

  function OnDemand(props: Props) {
    return (
      <Suspense fallback={<Waiting />}>
        <Part {...props} />
      </Suspense>
    );
  }
  // A fetch ahead of need may fail in silence: showing the part fetches again and speaks.
  return Object.assign(OnDemand, { fetch: () => void load().catch(() => undefined) });
}

function Waiting() {
  return (
    <div aria-busy className="space-y-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-24" />
    </div>
  );
}
