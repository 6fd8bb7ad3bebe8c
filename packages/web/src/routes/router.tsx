import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { reportQuery } from "#features/reports/reports.queries.ts";
import { resultWindowQuery } from "#features/results/results.queries.ts";
import { ownAccountQuery } from "#features/session/session.queries.ts";
import { queryClient } from "#lib/query-client.ts";
import { reportSearch } from "#lib/report-search.ts";
import { readToken } from "#lib/session.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { loginSearch } from "./login-search.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { ReportPage } from "./report-page.tsx";
import { ReportsPage } from "./reports-page.tsx";
import { Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";
import { Shell } from "./shell.tsx";

// Where people arrive (dashboard, reports, report) comes in one piece with the app: a second trip for their code would
// cost more than its bytes. Other pages are fetched when they are opened.

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
  component: Shell,
});

const dashboardRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/",
  component: DashboardPage,
});

const reportsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports",
  component: ReportsPage,
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
    void queryClient.prefetchQuery(resultWindowQuery(reportId, deps, 0));
  },
  component: ReportPage,
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
