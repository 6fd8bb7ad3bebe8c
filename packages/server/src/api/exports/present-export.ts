import type { Export } from "@plumb/contract/runs/exports.ts";
import type { Caller } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { membershipRole } from "#store/projects/members.ts";
import type { StoredExport } from "#store/exports/exports.ts";

const linkLifetimeMs = 3_600_000;

/** Returns the user id of the caller; `null` for an API key. */
export function requesterOf(caller: Caller): number | null {
  return caller.kind === "user" ? caller.user.id : null;
}

/** Returns whether the caller may delete exports of others: administrators and leads may. */
export async function rulesExports({ db }: Pick<Context, "db">, caller: Caller, projectId: number): Promise<boolean> {
  if (caller.kind !== "user") return false;
  if (caller.user.role === "ADMIN") return true;
  return (await membershipRole(db, projectId, caller.user.id)) === "LEAD";
}

export function presentExport(
  { signer }: Pick<Context, "signer">,
  stored: StoredExport,
  viewer: { caller: Caller; rules: boolean; now: Date },
): Export {
  const { projectId, exportId, requesterId, requesterName, createdAt, finishedAt, expiresAt, ...rest } = stored;
  return {
    ...rest,
    exportId,
    requestedBy: requesterId === null ? null : { id: requesterId, name: requesterName ?? "a former member" },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    downloadUrl:
      stored.state === "done" ? fileLink(signer, "/api/exports/", `export:${projectId}:${exportId}`, viewer.now) : null,
    mayDelete: viewer.rules || requesterId === requesterOf(viewer.caller),
  };
}

/** Returns a signed link that needs no other permission and works for an hour. */
export function fileLink(signer: Context["signer"], base: string, claim: string, now: Date): string {
  return `${base}${signer.sign(claim, new Date(now.getTime() + linkLifetimeMs))}`;
}
