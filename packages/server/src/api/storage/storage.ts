import {
  changeStorageLimit,
  type ProjectStorage,
  readStorage,
  type StorageLimit,
} from "@plumb/contract/projects/storage.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { projectById } from "#store/projects/projects.ts";
import { limitOf, setStorageLimit, storageOf } from "#store/projects/storage.ts";

export function storageRoutes(api: Api<"config" | "db">): void {
  api.route(readStorage, async ({ context, projectId }) => ({ data: await present(context, context.db, projectId) }));

  api.route(changeStorageLimit, async (call) => {
    const { context, params, body } = call;
    const { projectId } = params;
    return inTransaction(context.db, async (transaction) => {
      const project = await projectById(transaction, projectId);
      const before = await setStorageLimit(transaction, projectId, storedLimit(body.limit));
      if (project === null || before === undefined) throw removed();
      await recordAudit(transaction, actorOf(call), {
        action: "storage_limit.changed",
        projectId,
        targetType: "project",
        targetId: projectId,
        targetName: project.name,
        detail: { limitBytes: [displayLimit(before), body.limit] },
      });
      return { data: await present(context, transaction, projectId) };
    });
  });
}

async function present({ config }: Pick<Context, "config">, db: Db, projectId: number): Promise<ProjectStorage> {
  const storage = await storageOf(db, projectId);
  if (storage === null) throw removed();
  const { usedBytes, files, ownLimit } = storage;
  return {
    usedBytes,
    files,
    limit: displayLimit(ownLimit),
    limitBytes: limitOf(ownLimit, config.maxProjectBytes),
    defaultLimitBytes: config.maxProjectBytes,
  };
}

function storedLimit(limit: StorageLimit): number | null {
  if (limit === "default") return null;
  return limit === "none" ? 0 : limit;
}

function displayLimit(stored: number | null): StorageLimit {
  if (stored === null) return "default";
  return stored === 0 ? "none" : stored;
}

function removed(): ApiError {
  return new ApiError("not_found", "This project does not exist.");
}
