// What stands there while something is fetched: in the shape of what will come, so that nothing moves when it does.
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The frame and a page, while the user is being verified. */
export function ShellWaits({ label }: { label: string }) {
  return (
    <div className="min-h-dvh">
      <output className="sr-only">{label}</output>
      <div className="flex h-16 items-center gap-4 border-b border-line bg-card px-4">
        <Skeleton className="size-6" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="md:flex">
        <div className="hidden h-[calc(100dvh-4rem)] w-[180px] flex-none space-y-3 border-e border-line bg-card p-4 md:block">
          {[1, 2, 3, 4, 5].map((each) => (
            <Skeleton key={each} className="h-8" />
          ))}
        </div>
        <main className="mx-auto w-full max-w-[1200px] flex-1 p-4 md:p-8">
          <PageWaits />
        </main>
      </div>
    </div>
  );
}

/** A page, while its chunk is fetched. */
export function PageWaits() {
  return (
    <div aria-busy className="space-y-6">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40" />
      <Skeleton className="h-64" />
    </div>
  );
}
