import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { ApiKeyScope } from "#projects/api-keys.ts";

const scope = { projectId: Id, projectName: z.string() };

/** Objects of a user that keep working after the user loses a role or leaves, newest first, at most 200 of each kind. */
export const CreatedAccess = z.object({
  /** Keys that are neither revoked nor expired. */
  apiKeys: z.array(
    z.object({ id: Id, ...scope, name: z.string(), scopes: z.array(ApiKeyScope), lastUsedAt: Timestamp.nullable() }),
  ),
  webhooks: z.array(z.object({ id: Id, ...scope, url: z.string(), enabled: z.boolean() })),
  /** Pending invitations. They stop working when their author loses the permission to invite users there. */
  invitations: z.array(
    z.object({ id: Id, email: z.string(), projectId: Id.nullable(), projectName: z.string().nullable() }),
  ),
});
export type CreatedAccess = z.infer<typeof CreatedAccess>;

export const listMemberAccess = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/members/:userId/access",
  summary: "List the API keys, webhooks and pending invitations of this project that an account created",
  allow: "project:manage",
  params: z.object({ projectId: Id, userId: Id }),
  response: success(CreatedAccess),
});

export const listUserAccess = endpoint({
  method: "GET",
  path: "/api/users/:userId/access",
  summary: "List the API keys, webhooks and pending invitations that an account created in all projects",
  allow: "admin",
  params: z.object({ userId: Id }),
  response: success(CreatedAccess),
});
