// Every address of the application; each group of pages is in `routes`, with the chunk that serves each.
import { createRouter } from "@tanstack/react-router";
import { NotFoundPage, PageProblem, PageWaits } from "./page-states.tsx";
import { yieldTask } from "#web/ui/idle.ts";
import { accountingRoutes } from "./routes/accounting-routes.ts";
import { officeRoutes } from "./routes/office-routes.ts";
import { dashboard, root } from "./routes/page.ts";
import { memberRoutes } from "./routes/member-routes.ts";
import { publicRoutes } from "./routes/public-routes.ts";

// All of the program stands; the router is set up in a task of its own.
await yieldTask();

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes,
    dashboard.addChildren([...memberRoutes, ...officeRoutes, ...accountingRoutes]),
  ]),
  // Emailed links end with a slash, typed ones do not: both are served as they come.
  trailingSlash: "preserve",
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultErrorComponent: PageProblem,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: PageWaits,
  defaultPendingMs: 150,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
