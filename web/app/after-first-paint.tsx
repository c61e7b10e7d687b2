import { lazy, Suspense, type ComponentType } from "react";
import { loadWords } from "#web/messages/words.ts";

/** What is kept for days without a network starts when the page stands and the phone has nothing better to do. */
const OfflineNotes = lazy(async (): Promise<{ default: ComponentType }> => {
  await idle();
  try {
    const [{ OfflineNotes: Notes }] = await Promise.all([
      import("./offline-notes.tsx"),
      loadWords("rest"),
    ]);
    return { default: Notes };
  } catch {
    // It did not arrive: the pages need it for nothing, and the next opening fetches it again.
    return { default: () => null };
  }
});

export function AfterFirstPaint() {
  return (
    <Suspense>
      <OfflineNotes />
    </Suspense>
  );
}

function idle(): Promise<unknown> {
  const soon =
    (window.requestIdleCallback as typeof requestIdleCallback | undefined) ??
    ((run: () => void) => setTimeout(run, 500));
  return new Promise((resolve) => soon(() => resolve(null)));
}
