import { Skeleton } from "#web/ui/skeleton.tsx";

/** In the shape of a page while its chunk is fetched. */
export function PageWaits() {
  return (
    <div aria-busy className="space-y-6">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  );
}
