import { lazy, Suspense, type ComponentType } from "react";
import { loadWords } from "#web/messages/words.ts";
import { whenAtRest } from "#web/ui/at-rest.ts";

/** What is kept for days without a network starts when the page has what it opened with. */
const OfflineNotes = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => whenAtRest(resolve));
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
