import type { AccessStore } from "#core/context.ts";
import { auditWindows, recordCountedAudit } from "#store/administration/audit.ts";
import { projectOfExport } from "#store/exports/exports.ts";
import { projectOfFailure } from "#store/failures/failures.ts";
import { projectOfAnnotation } from "#store/items/item-rows.ts";
import { sessionUser } from "#store/people/accounts.ts";
import { apiKeyByHash } from "#store/projects/api-keys.ts";
import { leadsAnyProject, membershipRole } from "#store/projects/members.ts";
import { projectExists } from "#store/projects/projects.ts";
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
  projectExists,
  membershipRole,
  leadsAnyProject,
  recordRefusedCall: (db, actor, call) =>
    recordCountedAudit(db, actor, { action: "call.refused", targetType: "call", ...call }, auditWindows.hour),
};
