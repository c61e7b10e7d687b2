// The route of which all others are children, and how a route loads its page as a chunk.
import {
  createRootRoute,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from "@tanstack/react-router";
import { loadWords, type Part } from "#web/messages/words.ts";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { NotFoundPage, UnexpectedErrorPage } from "./page-states.tsx";

export const root = createRootRoute({
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: NotFoundPage,
});

/** The parts of the texts that a page for officials or the auditor needs. */
export const OFFICE = ["rest", "office"] as const;

type Load<Name extends string> = () => Promise<Record<Name, AsyncRouteComponent<object>>>;

/** A page as a chunk of its own, which loads together with its parts of the texts when the page is opened. */
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
