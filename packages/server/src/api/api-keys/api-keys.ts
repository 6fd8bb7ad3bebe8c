import { dayMs } from "@plumb/contract/durations.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { onlyExamples } from "#http/caller.ts";
import { ApiError } from "#core/api-error.ts";
import { newApiKey, prefixOfApiKey, tokenHash } from "#core/secrets.ts";
import { recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/projects/api-keys.ts";
import { isExampleProject } from "#store/projects/projects.ts";

export function apiKeyRoutes(api: Api<"db">): void {
  api.route(listApiKeys, async ({ context, projectId }) => ({ data: await store.apiKeysOf(context.db, projectId) }));

  api.route(createApiKey, async (call) => {
    const { context, projectId, body, now } = call;
    const { name, expiresInDays } = body;
    if (await isExampleProject(context.db, projectId)) throw onlyExamples();
    const scopes = [...new Set(body.scopes)];
    const key = newApiKey(projectId);
    const actor = actorOf(call);
    return context.db.transaction().execute(async (transaction) => {
      const id = await store.createApiKey(transaction, {
        projectId,
        name,
        prefix: prefixOfApiKey(key),
        keyHash: tokenHash(key),
        scopes,
        createdBy: actor.id ?? 0,
        expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMs),
      });
      const target = { projectId, targetType: "api_key", targetId: id, targetName: name } as const;
      const detail = { scopes, expiresInDays };
      await recordAudit(transaction, actor, { action: "api_key.created", ...target, detail });
      return { data: { id, key } };
    });
  });

  api.route(revokeApiKey, async (call) => {
    const { context, projectId, params, now } = call;
    return context.db.transaction().execute(async (transaction) => {
      const name = await store.revokeApiKey(transaction, projectId, params.keyId, now);
      if (name === null) throw new ApiError("not_found", "This key does not exist in this project.");
      const target = { projectId, targetType: "api_key", targetId: params.keyId, targetName: name } as const;
      await recordAudit(transaction, actorOf(call), { action: "api_key.revoked", ...target });
      return { data: null };
    });
  });
}
