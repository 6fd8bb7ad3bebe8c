import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { ApiKeyScope } from "#projects/api-keys.ts";

const place = { projectId: Id, projectName: z.string() };

/** Objects of a person that keep working after they lose a role or leave, newest first, at most 200 of each kind. */
export const CreatedAccess = z.object({
  /** Keys that are neither revoked nor expired. */
  apiKeys: z.array(
    z.object({ id: Id, ...place, name: z.string(), scopes: z.array(ApiKeyScope), lastUsedAt: Moment.nullable() }),
  ),
  webhooks: z.array(z.object({ id: Id, ...place, url: z.string(), enabled: z.boolean() })),
  /** Pending ones. They stop working by themselves once their maker may no longer invite to that place. */
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
