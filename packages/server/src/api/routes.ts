import type { Context } from "#core/context.ts";
import type { Api } from "#http/api.ts";
import { apiKeyRoutes } from "./api-keys/api-keys.ts";
import { uploadListRoutes } from "./uploads/uploads.ts";
import { auditRoutes } from "./audit/audit.ts";
import { authRoutes } from "./auth/auth.ts";
import { backupRoutes } from "./backups/backups.ts";
import { boardRoutes } from "./boards/boards.ts";
import { commitRoutes } from "./commits/commits.ts";
import { compareRoutes } from "./compare/compare.ts";
import { bindingRoutes } from "./connectors/bindings.ts";
import { connectorRoutes } from "./connectors/connectors.ts";
import { projectConnectorRoutes } from "./connectors/project-connectors.ts";
import { dashboardRoutes } from "./dashboard/dashboard.ts";
import { csvRoutes } from "./exports/csv.ts";
import { exportDownloadRoutes } from "./exports/export-downloads.ts";
import { exportRoutes } from "./exports/exports.ts";
import { decisionRoutes } from "./failures/decisions.ts";
import { deepAnalysisRoutes } from "./failures/deep-analysis.ts";
import { duplicateRoutes } from "./failures/duplicates.ts";
import { failureRoutes } from "./failures/failures.ts";
import { groupRoutes } from "./failures/group-details.ts";
import { incidentRoutes } from "./failures/incidents.ts";
import { labelRoutes } from "./failures/labels.ts";
import { failureQuarantineRoutes } from "./failures/quarantine.ts";
import { resolutionRoutes } from "./failures/resolutions.ts";
import { ruleRoutes } from "./failures/rules.ts";
import { storyRoutes } from "./failures/stories.ts";
import { suspectRoutes } from "./failures/suspects.ts";
import { gateRoutes } from "./gate/gate.ts";
import { insightRoutes } from "./insights/insights.ts";
import { acceptInvitationRoutes } from "./invitations/accept-invitation.ts";
import { invitationRoutes } from "./invitations/invitations.ts";
import { agentChangeRoutes } from "./items/agent-changes.ts";
import { itemChangeRoutes } from "./items/item-changes.ts";
import { itemPartRoutes } from "./items/item-parts.ts";
import { itemRoutes } from "./items/items.ts";
import { savedFilterRoutes } from "./items/saved-filters.ts";
import { jobRoutes } from "./jobs/jobs.ts";
import { memberRoutes } from "./members/members.ts";
import { metricsRoutes } from "./metrics/metrics.ts";
import { notificationRuleRoutes } from "./notification-rules/notification-rules.ts";
import { notificationRoutes } from "./notifications/notifications.ts";
import { passwordResetRoutes } from "./password-reset/password-reset.ts";
import { profileRoutes } from "./profile/profile.ts";
import { weeklyReportRoutes } from "./profile/weekly-reports.ts";
import { exampleProjectRoutes } from "./projects/example-project.ts";
import { projectStateRoutes } from "./projects/project-states.ts";
import { projectRoutes } from "./projects/projects.ts";
import { publicConfigRoutes } from "./public-config/public-config.ts";
import { pullRequestRoutes } from "./pull-request/pull-request.ts";
import { reportListRoutes } from "./reports/report-list.ts";
import { reportRoutes } from "./reports/reports.ts";
import { resultRoutes } from "./results/results.ts";
import { retentionRoutes } from "./retention/retention.ts";
import { viewRoutes } from "./saved-views/view-routes.ts";
import { searchRoutes } from "./search/search.ts";
import { languageModelRoutes } from "./settings/language-model.ts";
import { settingsRoutes } from "./settings/settings.ts";
import { shareLinkRoutes } from "./share-links/share-links.ts";
import { storageRoutes } from "./storage/storage.ts";
import { flakinessRuleRoutes } from "./tests/flakiness-rule.ts";
import { ownerRoutes } from "./tests/owners.ts";
import { quarantineRoutes } from "./tests/quarantine.ts";
import { testGridRoutes } from "./tests/test-grid.ts";
import { testRoutes } from "./tests/tests.ts";
import { linkedTicketRoutes, newTicketRoutes, ticketRoutes } from "./tickets/tickets.ts";
import { liveRunRoutes } from "./timeline/live-run.ts";
import { timelineRoutes } from "./timeline/timeline.ts";
import { trendEventRoutes } from "./trends/events.ts";
import { trendRoutes } from "./trends/trends.ts";
import { weekRoutes } from "./trends/week.ts";
import { userRoutes } from "./users/users.ts";
import { bindingDeliveryRoutes, webhookDeliveryRoutes } from "./webhooks/deliveries.ts";
import { failedDeliveryRoutes } from "./webhooks/failed-deliveries.ts";
import { webhookRoutes } from "./webhooks/webhooks.ts";

/** Functions that register the routes of each noun. */
export const apiRoutes: readonly ((api: Api<keyof Context>, context: Context) => void)[] = [
  apiKeyRoutes,
  uploadListRoutes,
  auditRoutes,
  authRoutes,
  boardRoutes,
  commitRoutes,
  compareRoutes,
  bindingRoutes,
  connectorRoutes,
  projectConnectorRoutes,
  dashboardRoutes,
  csvRoutes,
  exportDownloadRoutes,
  exportRoutes,
  decisionRoutes,
  deepAnalysisRoutes,
  duplicateRoutes,
  failureRoutes,
  groupRoutes,
  incidentRoutes,
  labelRoutes,
  failureQuarantineRoutes,
  resolutionRoutes,
  ruleRoutes,
  storyRoutes,
  suspectRoutes,
  gateRoutes,
  insightRoutes,
  acceptInvitationRoutes,
  invitationRoutes,
  agentChangeRoutes,
  itemChangeRoutes,
  itemPartRoutes,
  itemRoutes,
  savedFilterRoutes,
  backupRoutes,
  jobRoutes,
  memberRoutes,
  metricsRoutes,
  notificationRuleRoutes,
  notificationRoutes,
  passwordResetRoutes,
  profileRoutes,
  weeklyReportRoutes,
  exampleProjectRoutes,
  projectStateRoutes,
  projectRoutes,
  publicConfigRoutes,
  pullRequestRoutes,
  reportListRoutes,
  reportRoutes,
  resultRoutes,
  retentionRoutes,
  viewRoutes,
  searchRoutes,
  languageModelRoutes,
  settingsRoutes,
  shareLinkRoutes,
  storageRoutes,
  flakinessRuleRoutes,
  ownerRoutes,
  quarantineRoutes,
  testGridRoutes,
  testRoutes,
  linkedTicketRoutes,
  ticketRoutes,
  newTicketRoutes,
  liveRunRoutes,
  timelineRoutes,
  trendEventRoutes,
  trendRoutes,
  weekRoutes,
  userRoutes,
  bindingDeliveryRoutes,
  webhookDeliveryRoutes,
  failedDeliveryRoutes,
  webhookRoutes,
];
