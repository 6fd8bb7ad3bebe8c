import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

/**
 * Scopes of a key. `ingest`: send reports. `read`: all requests that viewers of the project can make. `triage`: let an agent write analysis items
 * through `/mcp`, for the user who created the key. A key can never manage anything.
 */
export const apiKeyScopes = ["ingest", "read", "triage"] as const;
export const ApiKeyScope = z.enum(apiKeyScopes);
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

/** API key of an agent that acted for a user. */
export const AgentKey = z.object({ id: Id, name: z.string() });
export type AgentKey = z.infer<typeof AgentKey>;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** First characters of the key, to recognise it in a CI configuration. */
  prefix: z.string(),
  scopes: z.array(ApiKeyScope),
  createdAt: Timestamp,
  /** `mayManage`: the user is still an administrator or a lead of the project. `null` if the account is unknown. */
  createdBy: z.object({ name: z.string(), mayManage: z.boolean() }).nullable(),
  /** Rounded to the minute. */
  lastUsedAt: Timestamp.nullable(),
  /** The key is rejected after this time; `null` if it does not expire. */
  expiresAt: Timestamp.nullable(),
  revokedAt: Timestamp.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Message for a key without a scope. */
export const noScope = "Choose what the key can do";

const params = z.object({ projectId: Id });

/** Message for a key of an agent that could write about what it cannot read. */
export const triageNeedsRead = "Choose Read, too: an agent reads before it writes";

export const listApiKeys = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/api-keys",
  summary: "List the API keys of a project, newest first, without their secrets",
  allow: "project:manage",
  params,
  response: success(z.array(ApiKey)),
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/api-keys",
  summary: "Create an API key; its secret is returned only here",
  allow: "project:manage",
  params,
  body: z.object({
    name: z.string().trim().min(1).max(100),
    scopes: z
      .array(ApiKeyScope)
      .min(1, noScope)
      .max(10)
      .refine((scopes) => !scopes.includes("triage") || scopes.includes("read"), triageNeedsRead)
      .default(["ingest"]),
    /** Days from now; `null` if the key does not expire. */
    expiresInDays: z.number().int().min(1).max(3650).nullable().default(null),
  }),
  response: success(z.object({ id: Id, key: z.string() })),
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/api-keys/:keyId",
  summary: "Revoke an API key immediately",
  allow: "project:manage",
  params: z.object({ projectId: Id, keyId: Id }),
  response: success(z.null()),
});
