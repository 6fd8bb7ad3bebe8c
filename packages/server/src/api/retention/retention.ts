import { confirmRetention, keepReport, readRetention, type Retention } from "@plumb/contract/projects/retention.ts";
import { ApiError } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { cutoffOf } from "#runs/retention.ts";
import { recordAudit, reportAuditEntry } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { projectById } from "#store/projects/projects.ts";
import { confirmRetention as confirm, keepRun, nextRound, retentionStart } from "#store/runs/retention.ts";
import { reportById } from "#store/runs/runs.ts";

export function retentionRoutes(api: Api<"db">): void {
  api.route(readRetention, async ({ context, projectId, query, now }) => ({
    data: await retentionOf(context.db, projectId, now, query.retentionDays),
  }));

  api.route(confirmRetention, async (call) => {
    const { context, projectId, now } = call;
    return context.db.transaction().execute(async (transaction) => {
      const project = await existing(transaction, projectId);
      await confirm(transaction, projectId, now);
      await recordAudit(transaction, actorOf(call), {
        action: "retention.confirmed",
        projectId,
        targetType: "project",
        targetId: projectId,
        targetName: project.name,
        detail: { retentionDays: project.settings.retentionDays },
      });
      return { data: await retentionOf(transaction, projectId, now) };
    });
  });

  api.route(keepReport, async (call) => {
    const { context, projectId, params, body } = call;
    return context.db.transaction().execute(async (transaction) => {
      const found = await keepRun(transaction, projectId, params.reportId, body.keep);
      const report = found ? await reportById(transaction, projectId, params.reportId) : null;
      if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
      const action = body.keep ? "report.kept" : "report.released";
      await recordAudit(transaction, actorOf(call), reportAuditEntry(action, projectId, report));
      return { data: report };
    });
  });
}

async function retentionOf(db: Db, projectId: number, now: Date, asIf?: number): Promise<Retention> {
  const { settings } = await existing(db, projectId);
  const startsAt = await retentionStart(db, projectId);
  const retentionDays = asIf ?? settings.retentionDays;
  return {
    retentionDays,
    autoCleanup: settings.autoCleanup,
    startsAt: startsAt?.toISOString() ?? null,
    ...(await nextRound(db, projectId, cutoffOf(retentionDays, now))),
  };
}

async function existing(db: Db, projectId: number) {
  const project = await projectById(db, projectId);
  if (project === null) throw new ApiError("not_found", "This project does not exist.");
  return project;
}
