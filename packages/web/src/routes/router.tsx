import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { projectsQuery } from "#features/projects/projects.queries.ts";
import { reportQuery } from "#features/report/report.queries.ts";
import { resultGroupsQuery, resultWindowQuery } from "#features/results/results.queries.ts";
import { compareSearch } from "#lib/address/compare-search.ts";
import { failureSearch } from "#lib/address/failure-search.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { lazyPage } from "#lib/page/lazy-page.ts";
import { showTitleOfAddress } from "#lib/page/page-title.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { reportListSearch } from "#lib/address/report-list-search.ts";
import { groupedBy, reportSearch } from "#lib/address/report-search.ts";
import { readToken } from "#lib/session/session.ts";
import { sharedSearch } from "#lib/address/shared-search.ts";
import { trendSearch } from "#lib/address/trend-search.ts";
import { strictSearch } from "#lib/address/strict-search.ts";
import { testGridSearch } from "#lib/address/test-grid-search.ts";
import { testsSearch } from "#lib/address/tests-search.ts";
import { uploadsSearch } from "#lib/address/uploads-search.ts";
import { weekSearch } from "#lib/address/week-search.ts";
import { itemSearch } from "#lib/address/item-search.ts";
import { connectorsSearch } from "#routes/settings/connectors-search.ts";
import { loginSearch } from "#routes/access/login-search.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { pageTitles } from "./page-titles.ts";
import { projectSearch, projectsSearch } from "#routes/project/project-search.ts";
import { ReportPage } from "#routes/report/report-page.tsx";
import { Root } from "./root.tsx";
import { RouteError } from "./route-error.tsx";
import { settingsSearch } from "#routes/settings/settings-search.ts";
import { Shell } from "#routes/shell/shell.tsx";

// The report page is part of the initial code, because links from failed builds open it. Other pages load on demand. start.js
// requests the other common start pages together with the app.

/** Parsers of the URL parameters. They are separate from the routes, because TypeScript would lose their types inside. */
const search = {
  loginSearch: strictSearch(loginSearch),
  reportListSearch: strictSearch(reportListSearch),
  compareSearch: strictSearch(compareSearch),
  reportSearch: strictSearch(reportSearch),
  failureSearch: strictSearch(failureSearch),
  trendSearch: strictSearch(trendSearch),
  testsSearch: strictSearch(testsSearch),
  testGridSearch: strictSearch(testGridSearch),
  weekSearch: strictSearch(weekSearch),
  uploadsSearch: strictSearch(uploadsSearch),
  analysisSearch: strictSearch(itemSearch),
  connectorsSearch: strictSearch(connectorsSearch),
  projectsSearch: strictSearch(projectsSearch),
  projectSearch: strictSearch(projectSearch),
  sharedSearch: strictSearch(sharedSearch),
  settingsSearch: strictSearch(settingsSearch),
};

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: RouteError });

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: search.loginSearch,
  beforeLoad: ({ search }) => {
    // Another tab may have signed in.
    if (readToken() !== null) throw redirect({ href: search.redirect ?? "/" });
  },
  staticData: { title: pageTitles["/login"] },
  component: lazyPage(() => import("#routes/access/login-page.tsx"), "LoginPage"),
});

const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/accept-invitation/$token",
  staticData: { title: pageTitles["/accept-invitation/$token"] },
  component: lazyPage(() => import("#routes/access/accept-invitation-page.tsx"), "AcceptInvitationPage"),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot-password",
  staticData: { title: pageTitles["/forgot-password"] },
  component: lazyPage(() => import("#routes/access/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset-password/$token",
  staticData: { title: pageTitles["/reset-password/$token"] },
  component: lazyPage(() => import("#routes/access/reset-password-page.tsx"), "ResetPasswordPage"),
});

/** Page of a share link, which has no session. */
const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/s/$token",
  validateSearch: search.sharedSearch,
  staticData: { title: pageTitles["/s/$token"] },
  component: lazyPage(() => import("#routes/share/shared-page.tsx"), "SharedPage"),
});

/** Alias of the start page, used by links in invitations. */
const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  beforeLoad: () => {
    throw redirect({ to: "/", replace: true });
  },
});

/** Parent of the routes that require a session. A page's other requirements are in its `staticData` (route-needs.ts). */
const guardedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "guarded",
  beforeLoad: ({ location }) => {
    if (readToken() === null) {
      throw redirect({ to: "/login", search: location.href === "/" ? {} : { redirect: location.href } });
    }
  },
  // Loaders only prefetch what the page will request, while its code is still loading.
  loader: () => {
    void queryClient.prefetchQuery(ownAccountQuery);
    void queryClient.prefetchQuery(projectsQuery);
  },
  component: Shell,
});

const dashboardRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/",
  staticData: { title: pageTitles["/"] },
  component: lazyPage(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

const reportsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports",
  validateSearch: search.reportListSearch,
  staticData: { title: pageTitles["/reports"] },
  component: lazyPage(() => import("./reports-page.tsx"), "ReportsPage"),
});

const compareRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports/compare",
  validateSearch: search.compareSearch,
  staticData: { title: pageTitles["/reports/compare"] },
  component: lazyPage(() => import("#routes/report/compare-page.tsx"), "ComparePage"),
});

const reportRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/reports/$reportId",
  validateSearch: search.reportSearch,
  loaderDeps: ({ search: { tab, status, q, browser, file, failure, tag, author, annotation, timedOut, group } }) => ({
    tab,
    group,
    filter: { status, search: q, browser, file, failure, tag, author, annotation, timedOut },
  }),
  loader: ({ params, deps: { tab, group, filter } }) => {
    const reportId = Number(params.reportId);
    if (!Number.isSafeInteger(reportId) || reportId <= 0) return;
    void queryClient.prefetchQuery(reportQuery(reportId));
    if (tab !== undefined) return;
    const by = groupedBy({ group, status: filter.status });
    if (by !== undefined) void queryClient.prefetchQuery(resultGroupsQuery(reportId, filter, by));
    if (by === undefined || by === "failure") void queryClient.prefetchQuery(resultWindowQuery(reportId, filter, 0));
  },
  staticData: { title: pageTitles["/reports/$reportId"] },
  component: ReportPage,
});

const uploadsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/uploads",
  validateSearch: search.uploadsSearch,
  staticData: { title: pageTitles["/uploads"] },
  component: lazyPage(() => import("./uploads-page.tsx"), "UploadsPage"),
});

const defectsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/defects",
  validateSearch: search.failureSearch,
  // The page has its own message for a missing project.
  staticData: { title: pageTitles["/defects"], withoutProject: true },
  component: lazyPage(() => import("./failure-analysis-page.tsx"), "FailureAnalysisPage"),
});

const trendsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/trends",
  validateSearch: search.trendSearch,
  // The page has its own message for a missing project.
  staticData: { title: pageTitles["/trends"], withoutProject: true },
  component: lazyPage(() => import("#routes/trends/trend-analysis-page.tsx"), "TrendAnalysisPage"),
});

const weekRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/trends/week",
  validateSearch: search.weekSearch,
  staticData: { title: pageTitles["/trends/week"] },
  component: lazyPage(() => import("#routes/trends/week-page.tsx"), "WeekPage"),
});

const testsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/tests",
  validateSearch: search.testsSearch,
  staticData: { title: pageTitles["/tests"] },
  component: lazyPage(() => import("./tests-page.tsx"), "TestsPage"),
});

const testGridRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/tests/grid",
  validateSearch: search.testGridSearch,
  staticData: { title: pageTitles["/tests/grid"] },
  component: lazyPage(() => import("./test-grid-page.tsx"), "TestGridPage"),
});

const testRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/tests/$testId",
  staticData: { title: pageTitles["/tests/$testId"] },
  component: lazyPage(() => import("./test-page.tsx"), "TestPage"),
});

const analysisRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/analysis",
  validateSearch: search.analysisSearch,
  // The page has its own message for a missing project.
  staticData: { title: pageTitles["/analysis"], withoutProject: true },
  component: lazyPage(() => import("./analysis-activity-page.tsx"), "AnalysisActivityPage"),
});

const connectorsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/connectors",
  validateSearch: search.connectorsSearch,
  staticData: { title: pageTitles["/connectors"], withoutProject: true },
  component: lazyPage(() => import("#routes/settings/connectors-page.tsx"), "ConnectorsPage"),
});

const profileRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/profile",
  staticData: { title: pageTitles["/profile"], withoutProject: true },
  component: lazyPage(() => import("#routes/settings/profile-page.tsx"), "ProfilePage"),
});

const projectsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/projects",
  staticData: { title: pageTitles["/projects"], withoutProject: true },
  validateSearch: search.projectsSearch,
  component: lazyPage(() => import("#routes/project/projects-page.tsx"), "ProjectsPage"),
});

const projectRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/projects/$projectId",
  staticData: { title: pageTitles["/projects/$projectId"], withoutProject: true },
  validateSearch: search.projectSearch,
  component: lazyPage(() => import("#routes/project/project-page.tsx"), "ProjectPage"),
});

const boardsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/boards",
  staticData: { title: pageTitles["/boards"], withoutProject: true },
  component: lazyPage(() => import("#routes/boards/boards-page.tsx"), "BoardsPage"),
});

const boardRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/boards/$boardId",
  staticData: { title: pageTitles["/boards/$boardId"], withoutProject: true },
  component: lazyPage(() => import("#routes/boards/board-page.tsx"), "BoardPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => guardedRoute,
  path: "/settings",
  validateSearch: search.settingsSearch,
  staticData: { title: pageTitles["/settings"], withoutProject: true },
  component: lazyPage(() => import("#routes/settings/settings-page.tsx"), "SettingsPage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    acceptInvitationRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    sharedRoute,
    startRoute,
    guardedRoute.addChildren([
      dashboardRoute,
      reportsRoute,
      compareRoute,
      reportRoute,
      uploadsRoute,
      defectsRoute,
      trendsRoute,
      weekRoute,
      testsRoute,
      testGridRoute,
      testRoute,
      analysisRoute,
      connectorsRoute,
      profileRoute,
      projectsRoute,
      projectRoute,
      boardsRoute,
      boardRoute,
      settingsRoute,
    ]),
  ]),
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

// Sets the title together with the address. The page's code and data load later.
router.subscribe("onBeforeLoad", ({ toLocation, pathChanged }) => {
  if (pathChanged) showTitleOfAddress(titleOf(router.matchRoutes(toLocation)));
});

function titleOf(matches: readonly { readonly staticData: { readonly title?: string } }[]): string {
  return matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title ?? "Page Not Found";
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
