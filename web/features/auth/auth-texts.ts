import { useSyncExternalStore } from "react";
import type { auth } from "#web/messages/en/auth.ts";
import type { TextsOf } from "#messages/texts-of.ts";
import { onWordsChanged, textsOf } from "#web/messages/words.ts";

/** The words of these forms. They also run on the landing page, which has no message library. */
export function useAuthTexts(): TextsOf<typeof auth> {
  return useSyncExternalStore(onWordsChanged, () => textsOf("auth"));
}
