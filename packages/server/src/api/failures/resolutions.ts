import { readPathRules } from "@plumb/analysis/resolutions/path-class.ts";
import {
  changePathClasses,
  listResolvedCauses,
  type PathClassRules,
  previewPathClasses,
  readPathClasses,
  readResolutionQuality,
  resolvedCausesPage,
} from "@plumb/contract/failures/resolutions.ts";
import { presentRules, saveRules } from "#api/projects/project-rules.ts";
import { previewPathRules } from "#failures/resolutions/preview-path-rules.ts";
import { queueResolutions } from "#failures/resolutions/queue-resolutions.ts";
import { presentResolvedCause, resolutionQuality, resolutionsSince } from "#failures/resolutions/resolution-quality.ts";
import type { Api } from "#http/api.ts";
import { zoneOf } from "#http/caller.ts";
import type { Db } from "#store/db.ts";
import { resolvedCauses } from "#store/failures/resolutions/resolved-causes.ts";
import { countPending } from "#store/failures/resolutions/resolutions.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import { findOwners } from "#tests/find-owners.ts";

export function resolutionRoutes(api: Api<"bus" | "clock" | "db" | "threads">): void {
  api.read(readResolutionQuality, async ({ context: { db }, projectId, query, caller, now }) => ({
    data: await resolutionQuality(db, projectId, { zone: query.timeZone ?? zoneOf(caller), now }),
  }));

  api.read(listResolvedCauses, async ({ context: { db }, projectId, query, caller, now }) => {
    const { timeZone, page, agreed, reason, ...filter } = query;
    const { causes, total } = await resolvedCauses(
      db,
      projectId,
      {
        ...filter,
        zone: timeZone ?? zoneOf(caller),
        since: resolutionsSince(now),
        agreed: agreed === undefined ? undefined : agreed === "true",
        without: reason,
      },
      { limit: resolvedCausesPage, offset: (page - 1) * resolvedCausesPage },
    );
    return { data: causes.map(presentResolvedCause), total };
  });

  api.route(readPathClasses, async ({ context: { db }, projectId }) => ({ data: await pathClassRules(db, projectId) }));

  api.route(changePathClasses, async (call) => {
    const { context, projectId } = call;
    await context.db.transaction().execute(async (transaction) => {
      await saveRules(transaction, call, { table: "path_class_rules", action: "path_classes.changed" });
      await queueResolutions({ db: transaction, clock: context.clock }, projectId, 0);
    });
    context.bus.publish({ about: "jobs" });
    return { data: await pathClassRules(context.db, projectId) };
  });

  api.route(previewPathClasses, async ({ context: { db, threads }, projectId, body: { rules } }) => ({
    data: await previewPathRules(db, projectId, rules, (all) => findOwners(threads, all)),
  }));
}

async function pathClassRules(db: Db, projectId: number): Promise<PathClassRules> {
  const stored = await rulesOf(db, "path_class_rules", projectId);
  const pending = await countPending(db, projectId, stored.version);
  return { ...presentRules(stored, readPathRules(stored.rules).problems), pending };
}
