import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { reportQuery } from "#features/reports/reports.queries.ts";
import { resultWindowQuery } from "#features/results/results.queries.ts";
import { ownAccountQuery } from "#features/session/session.queries.ts";
import { queryClient } from "#lib/query-client.ts";
import { reportSearch } from "#lib/report-search.ts";
import { readToken } from "#lib/session.ts";
import { loginSearch } from "./login-search.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: RouteError });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import("./login-page.tsx"), "LoginPage"),
});

/** Everything behind the sign-in. */
const guardedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "guarded",
  beforeLoad: ({ location }) => {
    if (readToken() === null) {
      throw redirect({ to: "/login", search: location.href === "/" ? {} : { redirect: location.href } });
    }
  },
  // Loaders only start what the page will ask for, while its code is still on the way.
  loader: () => {
    void queryClient.prefetchQuery(ownAccountQuery);
    void queryClient.prefetchQuery(projectsQuery);
  },
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
});

const dashboardRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

const reportsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports",
  component: lazyRouteComponent(() => import("./reports-page.tsx"), "ReportsPage"),
});

const reportRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports/$reportId",
  validateSearch: reportSearch,
  loaderDeps: ({ search: { status, q } }) => ({ status, search: q }),
  loader: ({ params, deps }) => {
    const reportId = Number(params.reportId);
    if (!Number.isSafeInteger(reportId) || reportId <= 0) return;
    void queryClient.prefetchQuery(reportQuery(reportId));
    void queryClient.prefetchQuery(resultWindowQuery(reportId, deps, 0, false));
  },
  component: lazyRouteComponent(() => import("./report-page.tsx"), "ReportPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    guardedRoute.addChildren([dashboardRoute, reportsRoute, reportRoute, settingsRoute]),
  ]),
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
