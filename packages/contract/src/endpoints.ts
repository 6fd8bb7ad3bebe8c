import { createApiKey, listApiKeys, revokeApiKey } from "#api-keys.ts";
import { readArtifact } from "#artifacts.ts";
import { login, logout, ownAccount, register } from "#auth.ts";
import { listAuditEvents } from "#audit.ts";
import { deleteAvatar, readAvatar, uploadAvatar } from "#avatar.ts";
import { compareReports, readReportChanges } from "#compare.ts";
import {
  listConnectors,
  readConnector,
  removeConnector,
  saveConnector,
  switchConnector,
  testConnector,
} from "#connectors.ts";
import { readDashboard } from "#dashboard.ts";
import type { Endpoint } from "#endpoint.ts";
import { upload } from "#ingest.ts";
import { analyzeFailures, analyzeInBackground, readAnalysis } from "#insights.ts";
import { addMember, changeMember, listAssignableMembers, listCandidates, listMembers, removeMember } from "#members.ts";
import { readMetrics } from "#metrics.ts";
import {
  changePassword,
  listSessions,
  readProfile,
  revokeOtherSessions,
  revokeSession,
  updateProfile,
} from "#profile.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  listProjectStates,
  readProject,
  readProjectStats,
  updateProject,
} from "#projects.ts";
import {
  clearNotifications,
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "#notifications.ts";
import { exchangeOidc, returnOidc, startOidc } from "#oidc.ts";
import { createPasswordReset, readPasswordReset, requestPasswordReset, resetPassword } from "#password-reset.ts";
import { publicConfig } from "#public-config.ts";
import { listReportFilters, listReports, searchReports } from "#report-list.ts";
import { listProblems, locateReport, readReport } from "#reports.ts";
import { listOutcomes, listResultGroups, listResults, locateResult, readResult, readResultHistory } from "#results.ts";
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "#saved-views.ts";
import { readLogo, readSettings, updateSettings } from "#settings.ts";
import { readTimeline } from "#timeline.ts";
import { listUsers, updateUser } from "#users.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
} from "#webhooks.ts";
import {
  acceptInvitation,
  createInvitation,
  listInvitationRoles,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "#invitations.ts";

/** Every endpoint there is, in the order of the API document. A route that is not named here does not exist. */
export const endpoints: readonly Endpoint[] = [
  publicConfig,
  readLogo,
  login,
  register,
  startOidc,
  returnOidc,
  exchangeOidc,
  ownAccount,
  logout,
  requestPasswordReset,
  readPasswordReset,
  resetPassword,
  readProfile,
  updateProfile,
  uploadAvatar,
  deleteAvatar,
  readAvatar,
  changePassword,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  listProjects,
  listProjectStates,
  createProject,
  readProject,
  updateProject,
  deleteProject,
  readProjectStats,
  readDashboard,
  listMembers,
  listCandidates,
  addMember,
  changeMember,
  removeMember,
  listAssignableMembers,
  locateReport,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  upload,
  listReports,
  searchReports,
  compareReports,
  listReportFilters,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  readReport,
  readReportChanges,
  listProblems,
  listResults,
  listResultGroups,
  listOutcomes,
  readResult,
  readResultHistory,
  locateResult,
  readMetrics,
  readTimeline,
  readAnalysis,
  analyzeFailures,
  analyzeInBackground,
  readArtifact,
  listUsers,
  updateUser,
  createPasswordReset,
  createInvitation,
  listInvitations,
  listInvitationRoles,
  readInvitation,
  acceptInvitation,
  revokeInvitation,
  resendInvitation,
  readSettings,
  updateSettings,
  listConnectors,
  readConnector,
  saveConnector,
  testConnector,
  switchConnector,
  removeConnector,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  listAuditEvents,
  listNotifications,
  countUnreadNotifications,
  markNotificationRead,
  markAllNotificationsRead,
  deleteNotification,
  clearNotifications,
];
