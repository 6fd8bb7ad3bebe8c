import { exportAllLabels, exportLabels } from "@plumb/contract/failures/labels.ts";
import { ApiError } from "#core/api-error.ts";
import type { Context } from "#core/context.ts";
import { fileName } from "#exports/file-name.ts";
import { type LabelledProject, writeLabels } from "#exports/labels.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { signedIn } from "#http/caller.ts";
import type { SentFile } from "#http/send-file.ts";
import { auditWindows, recordCountedAudit } from "#store/administration/audit.ts";
import { projectById, projectsOf } from "#store/projects/projects.ts";

export function labelRoutes(api: Api<"clock" | "db">): void {
  api.file(exportLabels, async ({ projectId, ...call }) => {
    const project = await projectById(call.context.db, projectId);
    if (project === null) throw new ApiError("not_found", "This project has been deleted.");
    return labelsFile(call, [project], project.name);
  });

  api.file(exportAllLabels, async (call) =>
    labelsFile(call, await projectsOf(call.context.db, signedIn(call.caller).user), "all projects"),
  );
}

async function labelsFile(
  call: Parameters<typeof actorOf>[0] & { readonly context: Pick<Context, "clock" | "db"> },
  projects: readonly LabelledProject[],
  name: string,
): Promise<SentFile> {
  const { db, clock } = call.context;
  for (const { id, name: targetName } of projects)
    await recordCountedAudit(
      db,
      actorOf(call),
      {
        action: "export.downloaded",
        projectId: id,
        targetType: "project",
        targetId: id,
        targetName,
        detail: { format: "labels" },
      },
      auditWindows.hour,
    );
  return {
    name: fileName([name, "labels", clock().toISOString().slice(0, 10)], "jsonl"),
    type: "application/x-ndjson; charset=utf-8",
    body: (out, signal) => writeLabels(out, db, projects, signal),
  };
}
