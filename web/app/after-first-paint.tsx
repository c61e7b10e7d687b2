import { lazy, Suspense, type ComponentType } from "react";
import { loadWords } from "#web/messages/words.ts";
import { whenIdle } from "#web/ui/idle.ts";
import { onDemand } from "#web/ui/on-demand.tsx";

/** What is stored for days without a network starts when the page has what it opened with. */
const OfflineNotes = lazy(async (): Promise<{ default: ComponentType }> => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  try {
    const [{ OfflineNotes: Notes }] = await Promise.all([import("./later.ts"), loadWords("rest")]);
    return { default: Notes };
  } catch {
    // It did not arrive: the pages need it for nothing, and the next opening fetches it again.
    return { default: () => null };
  }
});

/** The form over a session that ended, which comes with them. */
export const PasswordForm = onDemand(
  "sign-in-again",
  async () => (await import("./later.ts")).PasswordForm,
);

export function AfterFirstPaint() {
  return (
    <Suspense>
      <OfflineNotes />
    </Suspense>
  );
}
