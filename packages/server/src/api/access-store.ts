import type { AccessStore } from "#core/context.ts";
import { auditWindows, recordCountedAudit } from "#store/administration/audit.ts";
import { defaultSettings, settingsOf } from "#store/administration/settings.ts";
import { projectOfExport } from "#store/exports/exports.ts";
import type { Db } from "#store/db.ts";
import { projectOfFailure } from "#store/failures/failures.ts";
import { projectOfAnnotation } from "#store/items/item-rows.ts";
import { sessionUser } from "#store/people/accounts.ts";
import { apiKeyByHash } from "#store/projects/api-keys.ts";
import { leadsAnyProject, membershipRole } from "#store/projects/members.ts";
import { isExampleProject, projectExists } from "#store/projects/projects.ts";
import { isShareLinkActive, shareLinkByHash } from "#store/projects/share-links.ts";
import { projectOfRun } from "#store/runs/runs.ts";

export const accessStore: AccessStore = {
  projectLookups: {
    projectId: { find: (_db, id) => Promise.resolve(id) },
    reportId: { find: projectOfRun, missing: "The requested report could not be found." },
    exportId: { find: projectOfExport },
    testCaseId: { find: projectOfFailure },
    annotationId: { find: projectOfAnnotation },
  },
  sessionUser,
  apiKeyByHash,
  shareLinkByHash: async (db, projectId, tokenHash, now) =>
    (await mayShare(db)) ? shareLinkByHash(db, projectId, tokenHash, now) : null,
  isShareLinkActive: async (db, projectId, linkId, now) =>
    (await mayShare(db)) && isShareLinkActive(db, projectId, linkId, now),
  projectExists,
  isExampleProject,
  membershipRole,
  leadsAnyProject,
  recordRefusedCall: (db, actor, call) =>
    recordCountedAudit(db, actor, { action: "call.refused", targetType: "call", ...call }, auditWindows.hour),
};

async function mayShare(db: Db): Promise<boolean> {
  return (await settingsOf(db, defaultSettings)).shareLinks;
}
