import { lazy, Suspense, type ComponentType } from "react";
import { loadChunk } from "./load-chunk.ts";
import { cx } from "./cx.ts";
import { Skeleton } from "./skeleton.tsx";

export type OnDemand<Props extends object> = ComponentType<Props> & { fetch: () => void };

/**
 * A part that is fetched when it is first shown, e.g. the form inside a modal; `fetch` may run ahead of the press.
 * `room` is the height it takes, for where it comes without a press: what stands above it is not to move.
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
  // A fetch ahead of need may fail in silence: showing the part fetches again and speaks.
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
