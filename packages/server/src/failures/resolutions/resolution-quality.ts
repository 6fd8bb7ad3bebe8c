import type { ResolutionQuality, ResolvedCause } from "@plumb/contract/failures/resolutions.ts";
import { resolutionKinds, unlabelledReasons } from "@plumb/contract/failures/resolution-kinds.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { Db } from "#store/db.ts";
import { rulesOf } from "#store/projects/project-rules.ts";
import {
  type ResolutionCount,
  resolutionCounts,
  type ResolvedRow,
} from "#store/failures/resolutions/resolved-causes.ts";
import { countPending } from "#store/failures/resolutions/resolutions.ts";

const visibleMonths = 12;

/** Returns the start of the first shown month, in UTC. */
export function resolutionsSince(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - visibleMonths + 1, 1));
}

/** Returns how often the engine agreed with what resolved the causes of a project. */
export async function resolutionQuality(
  db: Db,
  projectId: number,
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<ResolutionQuality> {
  const counts = await resolutionCounts(db, projectId, { zone, since: resolutionsSince(now) });
  const compared = counts.filter(({ without }) => without === null);
  const months = [...new Set(compared.map(({ month }) => month))];
  const { version } = await rulesOf(db, "path_class_rules", projectId);
  return {
    months: months.flatMap((month) =>
      failureClasses.flatMap((name) => {
        const some = compared.filter((count) => count.month === month && count.class === name);
        return some.length === 0 ? [] : [{ month, class: name, ...agreement(some) }];
      }),
    ),
    kinds: resolutionKinds.flatMap((kind) => {
      const some = compared.filter((count) => count.kind === kind);
      return some.length === 0 ? [] : [{ kind, ...agreement(some) }];
    }),
    without: [...unlabelledReasons, "unclassified" as const].flatMap((reason) => {
      const causes = sum(counts.filter(({ without }) => without === reason));
      return causes === 0 ? [] : [{ reason, causes }];
    }),
    pending: await countPending(db, projectId, version),
  };
}

export function presentResolvedCause(row: ResolvedRow): ResolvedCause {
  const { groupId, message, kind, without, agreed, failedAt, failedRunId, failedCommit } = row;
  const { passedAt, passedRunId, passedCommit } = row;
  return {
    groupId,
    message,
    class: row.class,
    kind,
    reason: without,
    agreed,
    failed: { at: failedAt.toISOString(), runId: failedRunId, commit: failedCommit },
    passed: passedAt === null ? null : { at: passedAt.toISOString(), runId: passedRunId, commit: passedCommit },
  };
}

function agreement(counts: readonly ResolutionCount[]): { causes: number; agreed: number } {
  return { causes: sum(counts), agreed: sum(counts.filter(({ agreed }) => agreed === true)) };
}

function sum(counts: readonly ResolutionCount[]): number {
  return counts.reduce((total, { causes }) => total + causes, 0);
}
