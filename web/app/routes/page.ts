// A page in its own chunk.
import { lazyRouteComponent, type AsyncRouteComponent } from "@tanstack/react-router";
import { loadWords, type Part } from "#web/messages/words.ts";
import { loadChunk } from "#web/ui/load-chunk.ts";

/** Of a page that only an office or the auditor opens. */
export const OFFICE = ["rest", "office"] as const;

type Load<Name extends string> = () => Promise<Record<Name, AsyncRouteComponent<object>>>;

/** A page in its own chunk, loaded with its words when it is gone to. */
export function page<Name extends string>(
  id: string,
  load: Load<Name>,
  name: Name,
  words: readonly Part[] = ["rest"],
) {
  const loadBoth = async () => {
    const [module] = await Promise.all([load(), ...words.map((part) => loadWords(part))]);
    return module;
  };
  return lazyRouteComponent(() => loadChunk(id, loadBoth), name);
}
