// Routes every address of the application. Each file in `routes` has a group of pages, and the chunk of each page.
import { createRouter } from "@tanstack/react-router";
import { NotFoundPage, PageProblem, PageWaits } from "./page-states.tsx";
import { yieldTask } from "#web/ui/idle.ts";
import { accountingRoutes } from "./routes/accounting-routes.ts";
import { officeRoutes } from "./routes/office-routes.ts";
import { dashboard, root } from "./routes/page.ts";
import { memberRoutes } from "./routes/member-routes.ts";
import { publicRoutes } from "./routes/public-routes.ts";

// The modules are loaded; the router is set up in the next task, so that the page can respond in between.
await yieldTask();

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes,
    dashboard.addChildren([...memberRoutes, ...officeRoutes, ...accountingRoutes]),
  ]),
  // Emailed links end with a slash and typed ones do not. Both work unchanged.
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
