import type { ProjectLookups } from "#core/context.ts";
import { projectOfExport } from "#store/exports/exports.ts";
import { projectOfFailure } from "#store/failures/failures.ts";
import { projectOfAnnotation } from "#store/items/item-rows.ts";
import { projectOfRun } from "#store/runs/runs.ts";

export const projectLookups: ProjectLookups = {
  projectId: { find: (_db, id) => Promise.resolve(id) },
  reportId: { find: projectOfRun, missing: "The requested report could not be found." },
  exportId: { find: projectOfExport },
  testCaseId: { find: projectOfFailure },
  annotationId: { find: projectOfAnnotation },
};
