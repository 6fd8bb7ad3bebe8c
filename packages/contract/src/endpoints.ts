import { type Endpoint, isEndpoint } from "./endpoint.ts";
import * as audit from "#administration/audit.ts";
import * as backups from "#administration/backups.ts";
import * as jobs from "#administration/jobs.ts";
import * as languageModel from "#administration/language-model.ts";
import * as publicConfig from "#administration/public-config.ts";
import * as settings from "#administration/settings.ts";
import * as decisions from "#failures/decisions.ts";
import * as deepAnalysis from "#failures/deep-analysis.ts";
import * as duplicates from "#failures/duplicates.ts";
import * as failureViews from "#failures/failure-views.ts";
import * as failures from "#failures/failures.ts";
import * as incidents from "#failures/incidents.ts";
import * as labels from "#failures/labels.ts";
import * as failureQuarantine from "#failures/quarantine.ts";
import * as resolutions from "#failures/resolutions.ts";
import * as rules from "#failures/rules.ts";
import * as stories from "#failures/story.ts";
import * as suspects from "#failures/suspects.ts";
import * as bindings from "#integrations/bindings.ts";
import * as connectors from "#integrations/connectors.ts";
import * as notificationRules from "#integrations/notification-rules.ts";
import * as outbox from "#integrations/outbox.ts";
import * as tickets from "#integrations/tickets.ts";
import * as webhooks from "#integrations/webhooks.ts";
import * as annotationChanges from "#items/annotation-changes.ts";
import * as annotationParts from "#items/annotation-parts.ts";
import * as annotations from "#items/annotations.ts";
import * as savedFilters from "#items/saved-filters.ts";
import * as auth from "#people/auth.ts";
import * as avatar from "#people/avatar.ts";
import * as createdAccess from "#people/created-access.ts";
import * as invitations from "#people/invitations.ts";
import * as notifications from "#people/notifications.ts";
import * as oidc from "#people/oidc.ts";
import * as passwordReset from "#people/password-reset.ts";
import * as profile from "#people/profile.ts";
import * as users from "#people/users.ts";
import * as weeklyReports from "#people/weekly-reports.ts";
import * as apiKeys from "#projects/api-keys.ts";
import * as badge from "#projects/badge.ts";
import * as boards from "#projects/boards.ts";
import * as dashboard from "#projects/dashboard.ts";
import * as exampleProject from "#projects/example-project.ts";
import * as locate from "#projects/locate.ts";
import * as members from "#projects/members.ts";
import * as projectStates from "#projects/project-states.ts";
import * as projects from "#projects/projects.ts";
import * as retention from "#projects/retention.ts";
import * as savedViews from "#projects/saved-views.ts";
import * as search from "#projects/search.ts";
import * as shareLinks from "#projects/share-links.ts";
import * as storage from "#projects/storage.ts";
import * as artifacts from "#runs/artifacts.ts";
import * as commits from "#runs/commits.ts";
import * as commitsBetween from "#runs/commits-between.ts";
import * as compareMany from "#runs/compare-many.ts";
import * as compare from "#runs/compare.ts";
import * as exports from "#runs/exports.ts";
import * as listCsv from "#runs/list-csv.ts";
import * as gate from "#runs/gate.ts";
import * as ingest from "#runs/ingest.ts";
import * as insights from "#runs/insights.ts";
import * as live from "#runs/live.ts";
import * as metrics from "#runs/metrics.ts";
import * as pullRequest from "#runs/pull-request.ts";
import * as reportList from "#runs/report-list.ts";
import * as reports from "#runs/reports.ts";
import * as results from "#runs/results.ts";
import * as runOutput from "#runs/run-output.ts";
import * as liveRun from "#runs/live-run.ts";
import * as timeline from "#runs/timeline.ts";
import * as uploadEffect from "#runs/upload-effect.ts";
import * as uploads from "#runs/uploads.ts";
import * as flakinessRule from "#tests/flakiness-rule.ts";
import * as owners from "#tests/owners.ts";
import * as quarantine from "#tests/quarantine.ts";
import * as testViews from "#tests/test-views.ts";
import * as testGrid from "#tests/test-grid.ts";
import * as testPage from "#tests/test-page.ts";
import * as tests from "#tests/tests.ts";
import * as events from "#trends/events.ts";
import * as trendViews from "#trends/trend-views.ts";
import * as trends from "#trends/trends.ts";
import * as week from "#trends/week.ts";

/** Modules that declare endpoints. */
const modules: readonly object[] = [
  audit,
  backups,
  jobs,
  languageModel,
  publicConfig,
  settings,
  decisions,
  deepAnalysis,
  duplicates,
  failureViews,
  failures,
  incidents,
  labels,
  failureQuarantine,
  resolutions,
  rules,
  stories,
  suspects,
  bindings,
  connectors,
  notificationRules,
  outbox,
  tickets,
  webhooks,
  annotationChanges,
  annotationParts,
  annotations,
  savedFilters,
  auth,
  avatar,
  createdAccess,
  invitations,
  notifications,
  oidc,
  passwordReset,
  profile,
  users,
  weeklyReports,
  apiKeys,
  badge,
  boards,
  dashboard,
  exampleProject,
  locate,
  members,
  projects,
  projectStates,
  retention,
  savedViews,
  search,
  shareLinks,
  storage,
  artifacts,
  commits,
  commitsBetween,
  compareMany,
  compare,
  exports,
  listCsv,
  gate,
  ingest,
  insights,
  live,
  metrics,
  pullRequest,
  reportList,
  reports,
  results,
  runOutput,
  liveRun,
  timeline,
  uploadEffect,
  uploads,
  flakinessRule,
  owners,
  quarantine,
  testViews,
  testGrid,
  testPage,
  tests,
  events,
  trendViews,
  trends,
  week,
];

/** All endpoints, in the order of the API document. */
export const endpoints: readonly Endpoint[] = modules
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));

function sortKey({ path, method }: Endpoint): string {
  return `${path} ${method}`;
}
