import { createApiKey, listApiKeys, revokeApiKey } from "#projects/api-keys.ts";
import { readArtifact } from "#runs/artifacts.ts";
import { login, logout, ownAccount, register } from "#people/auth.ts";
import { listAuditEvents } from "#administration/audit.ts";
import { listJobs, retryJob } from "#administration/jobs.ts";
import { readLanguageModel, testLanguageModel, updateLanguageModel } from "#administration/language-model.ts";
import { deleteAvatar, readAvatar, uploadAvatar } from "#people/avatar.ts";
import { compareManyReports } from "#runs/compare-many.ts";
import { compareReports, readReportChanges } from "#runs/compare.ts";
import { integrationEndpoints } from "#integrations/endpoints.ts";
import { readDashboard } from "#projects/dashboard.ts";
import type { Endpoint } from "./endpoint.ts";
import { testEndpoints } from "#tests/endpoints.ts";
import { itemEndpoints } from "#items/item-endpoints.ts";
import {
  cancelExport,
  deleteExport,
  deleteHtmlExport,
  downloadHtmlExport,
  exportReportJson,
  exportReportPdf,
  exportReportsCsv,
  exportResultsCsv,
  exportTestHtml,
  exportTestJson,
  exportTestPdf,
  linkReportsCsv,
  linkResultsCsv,
  listExports,
  listHtmlExports,
  readExport,
  readExportFile,
  readLinkedCsv,
  readSizeEstimates,
  startExport,
  startHtmlExport,
} from "#runs/exports.ts";
import { gateEndpoints } from "#runs/pull-request.ts";
import { suspectEndpoints } from "#failures/suspects.ts";
import { sendCommits } from "#runs/commits.ts";
import { upload } from "#runs/ingest.ts";
import { uploadListEndpoints } from "#runs/uploads.ts";
import { liveEndpoints } from "#runs/live.ts";
import { leaveOutIncident, listIncidents } from "#failures/incidents.ts";
import {
  mergeGroups,
  pinGroup,
  readEvidence,
  readSuggestedFixes,
  readVerdictQuality,
  reclassify,
  reclassifyMany,
  splitGroup,
  undoDecision,
} from "#failures/decisions.ts";
import { deepAnalysisEndpoints } from "#failures/deep-analysis.ts";
import { duplicateEndpoints } from "#failures/duplicates.ts";
import { labelEndpoints } from "#failures/labels.ts";
import { failureViewEndpoints } from "#failures/failure-views.ts";
import {
  autoClassify,
  listFailureFilters,
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
  readFailureGroup,
} from "#failures/failures.ts";
import { resolutionEndpoints } from "#failures/resolutions.ts";
import { createRule, deleteRule, listRules, previewRule, reorderRules, updateRule } from "#failures/rules.ts";
import { analyzeFailures, analyzeInBackground, readAnalysis } from "#runs/insights.ts";
import {
  addMember,
  changeMember,
  listAssignableMembers,
  listCandidates,
  listMembers,
  removeMember,
} from "#projects/members.ts";
import { readMetrics } from "#runs/metrics.ts";
import { profileEndpoints } from "#people/profile.ts";
import { confirmRetention, keepReport, readRetention } from "#projects/retention.ts";
import { changeStorageLimit, readStorage } from "#projects/storage.ts";
import { projectMetrics } from "#projects/badge.ts";
import {
  createProject,
  deleteProject,
  listProjects,
  listProjectStates,
  readProject,
  updateProject,
} from "#projects/projects.ts";
import {
  clearNotifications,
  countUnreadNotifications,
  deleteNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from "#people/notifications.ts";
import { exchangeOidc, returnOidc, startOidc } from "#people/oidc.ts";
import { createPasswordReset, readPasswordReset, requestPasswordReset, resetPassword } from "#people/password-reset.ts";
import { publicConfig } from "#administration/public-config.ts";
import { listReportFilters, listReports, searchReports } from "#runs/report-list.ts";
import { listReportUploads } from "#runs/upload-effect.ts";
import { listProblems, locateReport, readReport } from "#runs/reports.ts";
import { readRunOutput } from "#runs/run-output.ts";
import {
  listOutcomes,
  listResultGroups,
  listResults,
  listResultsById,
  locateResult,
  readResult,
  readResultHistory,
} from "#runs/results.ts";
import { weeklyReportEndpoints } from "#people/weekly-reports.ts";
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from "#projects/saved-views.ts";
import { locateObject } from "#projects/locate.ts";
import { readLogo, readSettings, updateSettings } from "#administration/settings.ts";
import { readTimeline } from "#runs/timeline.ts";
import { trendEndpoints } from "#trends/endpoints.ts";
import { listMemberAccess, listUserAccess } from "#people/created-access.ts";
import { listUsers, updateUser } from "#people/users.ts";
import {
  acceptInvitation,
  createInvitation,
  listInvitationRoles,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "#people/invitations.ts";

/** All endpoints, in the order of the API document. The server only serves endpoints in this list. */
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
  uploadAvatar,
  deleteAvatar,
  readAvatar,
  ...profileEndpoints,
  ...weeklyReportEndpoints,
  listProjects,
  listProjectStates,
  createProject,
  readProject,
  updateProject,
  deleteProject,
  locateObject,
  ...projectMetrics,
  readRetention,
  confirmRetention,
  readStorage,
  changeStorageLimit,
  readDashboard,
  listMembers,
  listMemberAccess,
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
  sendCommits,
  ...gateEndpoints,
  listReports,
  searchReports,
  compareReports,
  compareManyReports,
  listReportFilters,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  readReport,
  keepReport,
  readReportChanges,
  listProblems,
  listReportUploads,
  readRunOutput,
  listResults,
  listResultsById,
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
  readDefectSummary,
  listTestCaseFailures,
  listSuiteRunFailures,
  ...failureViewEndpoints,
  listFailureFilters,
  listFailureGroups,
  readFailureGroup,
  autoClassify,
  reclassify,
  reclassifyMany,
  undoDecision,
  listIncidents,
  leaveOutIncident,
  mergeGroups,
  splitGroup,
  pinGroup,
  readEvidence,
  ...suspectEndpoints,
  readSuggestedFixes,
  readVerdictQuality,
  ...labelEndpoints,
  ...deepAnalysisEndpoints,
  ...duplicateEndpoints,
  listRules,
  createRule,
  updateRule,
  deleteRule,
  reorderRules,
  previewRule,
  ...liveEndpoints,
  ...uploadListEndpoints,
  ...trendEndpoints,
  ...itemEndpoints,
  readArtifact,
  exportReportJson,
  exportReportPdf,
  startHtmlExport,
  downloadHtmlExport,
  listHtmlExports,
  deleteHtmlExport,
  readSizeEstimates,
  exportTestJson,
  exportTestPdf,
  exportTestHtml,
  startExport,
  listExports,
  readExport,
  cancelExport,
  deleteExport,
  readExportFile,
  exportResultsCsv,
  linkResultsCsv,
  exportReportsCsv,
  linkReportsCsv,
  readLinkedCsv,
  listUsers,
  updateUser,
  listUserAccess,
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
  readLanguageModel,
  updateLanguageModel,
  testLanguageModel,
  ...integrationEndpoints,
  listAuditEvents,
  listJobs,
  retryJob,
  listNotifications,
  countUnreadNotifications,
  markNotificationRead,
  markAllNotificationsRead,
  deleteNotification,
  clearNotifications,
  ...resolutionEndpoints,
  ...testEndpoints,
];
