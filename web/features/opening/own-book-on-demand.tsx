import { loadWords } from "#web/messages/words.ts";
import { onDemand } from "#web/ui/on-demand.tsx";
import type { OwnBookFormProps } from "./own-book-form.tsx";

/** With its words. */
export const OwnBookOnDemand = onDemand<OwnBookFormProps>("own-book", async () => {
  const [part] = await Promise.all([import("./own-book-form.tsx"), loadWords("opening-own")]);
  return part.OwnBookForm;
});
