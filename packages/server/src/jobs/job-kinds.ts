import { analyzeFailuresJob } from "#jobs/handlers/analyze-failures.ts";
import { assignOwnersJob } from "#jobs/handlers/assign-owners.ts";
import { checkFilesJob } from "#jobs/handlers/check-files.ts";
import { countEndedRuns } from "#jobs/handlers/count-ended-runs.ts";
import { deleteOldRows } from "#jobs/handlers/delete-old-rows.ts";
import { deleteProject } from "#jobs/handlers/delete-project.ts";
import { enrichAnalysisJob } from "#jobs/handlers/enrich-analysis.ts";
import { fillExampleJob } from "#jobs/handlers/fill-example.ts";
import { findIncidentsJob } from "#jobs/handlers/find-incidents.ts";
import { findResolutionsJob } from "#jobs/handlers/find-resolutions.ts";
import { forgetLiveSource } from "#jobs/handlers/forget-live-source.ts";
import { collectEarlierFailures } from "#jobs/handlers/collect-earlier-failures.ts";
import { collectFailuresJob } from "#jobs/handlers/collect-failures.ts";
import { interruptSilentRuns } from "#jobs/handlers/interrupt-silent-runs.ts";
import { reclassifyJob } from "#jobs/handlers/reclassify.ts";
import { evaluateTestsJob } from "#jobs/handlers/evaluate-tests.ts";
import { makeBackupJob } from "#jobs/handlers/make-backup.ts";
import { makeExportJob } from "#jobs/handlers/make-export.ts";
import { makeStatistics } from "#jobs/handlers/make-statistics.ts";
import { notifyExpiringJob } from "#jobs/handlers/notify-expiring.ts";
import { readConnectionTickets, readTicketsJob } from "#jobs/handlers/read-tickets.ts";
import { notifyBrokenJob } from "#jobs/handlers/notify-broken.ts";
import { remindDueItems } from "#jobs/handlers/remind-due-items.ts";
import { renameTestsJob } from "#jobs/handlers/rename-tests.ts";
import { retention } from "#jobs/handlers/retention.ts";
import { runStatusChanged } from "#jobs/handlers/run-status-changed.ts";
import { sendDailyMails } from "#jobs/handlers/send-daily-mails.ts";
import { sendDeliveries, sendSlowDeliveries } from "#jobs/handlers/send-deliveries.ts";
import { sendRunMessages } from "#jobs/handlers/send-run-messages.ts";
import { startBackupsJob } from "#jobs/handlers/start-backups.ts";
import { sumUpMessagesJob } from "#jobs/handlers/sum-up-messages.ts";
import { sendWeeklyMails } from "#jobs/handlers/send-weekly-mails.ts";
import { sendResetMailJob } from "#jobs/handlers/send-reset-mail.ts";
import { sweepExportsJob } from "#jobs/handlers/sweep-exports.ts";
import { tidyTests } from "#jobs/handlers/tidy-tests.ts";
import { vacuum } from "#jobs/handlers/vacuum.ts";
import { withdrawAbandonedUploads } from "#jobs/handlers/withdraw-abandoned-uploads.ts";
import type { JobKind } from "./job-kind.ts";

/** A job kind with any data. */
export type AnyJobKind = JobKind<unknown>;

/** All job kinds. */
export const jobKinds: readonly AnyJobKind[] = [
  analyzeFailuresJob,
  assignOwnersJob,
  checkFilesJob,
  countEndedRuns,
  deleteOldRows,
  deleteProject,
  enrichAnalysisJob,
  fillExampleJob,
  findIncidentsJob,
  findResolutionsJob,
  forgetLiveSource,
  collectEarlierFailures,
  collectFailuresJob,
  interruptSilentRuns,
  reclassifyJob,
  evaluateTestsJob,
  makeBackupJob,
  makeExportJob,
  makeStatistics,
  notifyExpiringJob,
  readConnectionTickets,
  readTicketsJob,
  notifyBrokenJob,
  remindDueItems,
  renameTestsJob,
  retention,
  runStatusChanged,
  startBackupsJob,
  sendDailyMails,
  sendDeliveries,
  sendSlowDeliveries,
  sendResetMailJob,
  sendRunMessages,
  sendWeeklyMails,
  sumUpMessagesJob,
  sweepExportsJob,
  tidyTests,
  vacuum,
  withdrawAbandonedUploads,
];
