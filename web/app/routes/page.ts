// The two routes that all others stand in, and a page in its own chunk.
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from "@tanstack/react-router";
import { loadWords, type Part } from "#web/messages/words.ts";
import { NotFoundPage, PageNotFound, UnexpectedErrorPage } from "#web/app/page-states.tsx";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { Dashboard } from "../dashboard.tsx";

export const root = createRootRoute({
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: NotFoundPage,
});

export const dashboard = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  component: Dashboard,
  notFoundComponent: PageNotFound,
});

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
