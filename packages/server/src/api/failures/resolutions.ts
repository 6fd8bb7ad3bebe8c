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
import { ApiError } from "#core/api-error.ts";
import { previewPathRules } from "#failures/resolutions/preview-path-rules.ts";
import { queueResolutions } from "#failures/resolutions/queue-resolutions.ts";
import { presentResolvedCause, resolutionQuality, resolutionsSince } from "#failures/resolutions/resolution-quality.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { signedIn, zoneOf } from "#http/caller.ts";
import { projectAuditEntry } from "#api/tests/policy-audit.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { changePathRules, pathRulesOf } from "#store/failures/resolutions/path-class-rules.ts";
import { resolvedCauses } from "#store/failures/resolutions/resolved-causes.ts";
import { countPending } from "#store/failures/resolutions/resolutions.ts";
import { findOwners } from "#tests/find-owners.ts";

export function resolutionRoutes(api: Api<"bus" | "clock" | "db" | "threads">): void {
  api.route(readResolutionQuality, async ({ context: { db }, projectId, query, caller, now }) => ({
    data: await resolutionQuality(db, projectId, { zone: query.timeZone ?? zoneOf(caller), now }),
  }));

  api.route(listResolvedCauses, async ({ context: { db }, projectId, query, caller, now }) => {
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

  api.route(readPathClasses, async ({ context: { db }, projectId }) => ({ data: await rulesOf(db, projectId) }));

  api.route(changePathClasses, async (call) => {
    const { context, projectId, caller, now } = call;
    const { rules, version } = call.body;
    await context.db.transaction().execute(async (transaction) => {
      const userId = signedIn(caller).user.id;
      if (!(await changePathRules(transaction, projectId, { rules, version, userId, now })))
        throw new ApiError(
          "conflict",
          "Another user changed the rules since you opened them. Nothing was saved; copy yours, and open them again.",
        );
      const detail = { version: version + 1, lines: rules.split("\n").length };
      await recordAudit(
        transaction,
        actorOf(call),
        await projectAuditEntry(transaction, projectId, "path_classes.changed", detail),
      );
      await queueResolutions({ db: transaction, clock: context.clock }, projectId, 0);
    });
    context.bus.publish({ about: "jobs" });
    return { data: await rulesOf(context.db, projectId) };
  });

  api.route(previewPathClasses, async ({ context: { db, threads }, projectId, body: { rules } }) => ({
    data: await previewPathRules(db, projectId, rules, (all) => findOwners(threads, all)),
  }));
}

async function rulesOf(db: Db, projectId: number): Promise<PathClassRules> {
  const { rules, version, changedBy, changedAt } = await pathRulesOf(db, projectId);
  return {
    rules,
    version,
    changedBy,
    changedAt: changedAt?.toISOString() ?? null,
    problems: [...readPathRules(rules).problems],
    pending: await countPending(db, projectId, version),
  };
}
