// The route of which all others are children. How a route loads its page as a chunk, and then what the page shows.
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  lazyRouteComponent,
  type AsyncRouteComponent,
} from "@tanstack/react-router";
import { getGroup } from "#endpoints/group.ts";
import { isReachable } from "#web/api/connection.ts";
import { batchedPrefetch, type Prefetch } from "#web/api/use-query.ts";
import type { Member } from "#web/features/session/session.tsx";
import { loadWords, type Part } from "#web/messages/words.ts";
import { loadChunk } from "#web/ui/load-chunk.ts";
import { startedMember } from "./dashboard/frame/start-up.ts";
import { NotFoundPage, UnexpectedErrorPage } from "./page-states.tsx";

type RouterContext = { queries: QueryClient };

export const root = createRootRouteWithContext<RouterContext>()({
  errorComponent: UnexpectedErrorPage,
  notFoundComponent: NotFoundPage,
});

/** The parts of the texts that a page of one's own account needs. */
export const ACCOUNT = ["rest", "account"] as const;
/** The parts of the texts that a page about the books or all members needs. */
export const GROUP = ["rest", "group"] as const;
/** The parts of the texts that a page about who the members and officials are needs. */
export const PEOPLE = [...GROUP, "account"] as const;
/** The parts of the texts that a page for officials or the auditor needs. */
export const OFFICE = [...GROUP, "office"] as const;

type UnreadSearch = Record<string, unknown>;
type ReadSearch<Search> = (search: UnreadSearch) => Search;

/** Who opens a page, and what its address says. */
type Opened<Search> = Member & Params & { search: Search };

/**
 * Requests all that a page shows at first. A page has it as `loader`, beside the hooks that read the answers, and so has
 * a part of a page.
 */
export type PageLoader<Reader extends ReadSearch<object> = ReadSearch<object>> = LoaderBy<
  ReturnType<Reader>
>;
type LoaderBy<Search> = (prefetch: Prefetch, opened: Opened<Search>) => void;

type Page<Search> = AsyncRouteComponent<object> & { loader?: LoaderBy<Search> };

type Load<Name extends string, Search> = () => Promise<Record<Name, Page<Search>>>;

type PageOptions<Search> = { validateSearch?: ReadSearch<Search>; words?: readonly Part[] };

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The loader of the route's page; it does nothing before the chunk of the page has arrived. */
    pageLoader?: LoaderBy<UnreadSearch>;
  }
}

/**
 * A page as a chunk of its own, which loads together with its parts of the texts when the page is opened, or when the
 * pointer or a finger is on a link to it.
 */
export function page<Name extends string, Search extends object = object>(
  load: Load<Name, Search>,
  name: Name,
  {
    validateSearch = readNothing as unknown as ReadSearch<Search>,
    words = ["rest"],
  }: PageOptions<Search> = {},
) {
  let arrived: Page<Search> | undefined;
  const component = lazyRouteComponent(async () => {
    const [module] = await loadChunk(name.replace(/Page$/, ""), () =>
      Promise.all([load(), ...words.map((part) => loadWords(part))]),
    );
    arrived = module[name];
    return module;
  }, name);
  const pageLoader: LoaderBy<UnreadSearch> = (prefetch, opened) =>
    arrived?.loader?.(prefetch, { ...opened, search: validateSearch(opened.search) });
  return { component, validateSearch, ...loading(pageLoader, () => component.preload?.()) };
}

function readNothing() {
  return {};
}

type Opening = {
  context: RouterContext;
  location: { pathname: string; search: UnreadSearch };
  /** True if a pointer or a finger is only on a link to the page. */
  preload: boolean;
};
/** Not in `Opening`, the argument of a loader: the router would take it for the parameters of every path. */
type Params = { params: Readonly<Record<string, string>> };

/**
 * A route's loader: once the chunk of the page has arrived, it sends the page's queries as one request. It does not wait
 * for answers, since the page has a skeleton for each.
 */
export function loading(
  pageLoader: LoaderBy<UnreadSearch>,
  arrival?: () => Promise<void> | undefined,
) {
  const loader = async (opening: Opening) => {
    await arrival?.();
    const { context, location, params, preload } = opening as Opening & Params;
    // Start-up does it for the page that is opened first. Without the server, each part reads its stored answer.
    const member = startedMember(context.queries, location.pathname);
    if (member === null || !isReachable()) return;
    const prefetch = batchedPrefetch(context.queries, { isSilent: preload });
    pageLoader(prefetch, { ...member, params, search: location.search });
    // Its name is in the title of every page.
    prefetch(getGroup);
  };
  return { loader, staticData: { pageLoader } };
}
