import { createApiKey, listApiKeys, revokeApiKey } from "@plumb/contract/api-keys.ts";
import type { Api } from "#http/api.ts";
import { Failure } from "#http/failure.ts";
import { newApiKey, tokenHash } from "#http/secrets.ts";
import * as store from "#store/api-keys.ts";

export function apiKeyRoutes(api: Api): void {
  api.route(listApiKeys, async ({ context, projectId }) => ({ data: await store.apiKeysOf(context.db, projectId) }));

  api.route(createApiKey, async ({ context, projectId, body, caller }) => {
    const key = newApiKey(projectId);
    const id = await store.createApiKey(context.db, {
      projectId,
      name: body.name,
      prefix: key.slice(0, key.lastIndexOf("_") + 5),
      keyHash: tokenHash(key),
      scopes: body.scopes,
      createdBy: caller.kind === "user" ? caller.user.id : 0,
    });
    return { data: { id, key } };
  });

  api.route(revokeApiKey, async ({ context, params, now }) => {
    const found = await store.revokeApiKey(context.db, params.projectId, params.keyId, now);
    if (!found) throw new Failure("not_found", "This project has no such key.");
    return { data: null };
  });
}
