// The two routes that all others stand in.
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { NotFoundPage, UnexpectedErrorPage } from "#web/pages/error-pages.tsx";
import { Dashboard } from "../dashboard.tsx";
import { PageNotFound } from "../page-problem.tsx";

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
