import { z } from "zod";
import { ProjectRole } from "#people/auth.ts";
import { endpoint, Id, success } from "#endpoint.ts";

export const Member = z.object({
  /** Id of the account. */
  id: Id,
  display_name: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  role_key: ProjectRole,
  /** False for a deactivated account, which stays a member without access. */
  active: z.boolean(),
  avatarUrl: z.string().nullable(),
});
export type Member = z.infer<typeof Member>;

const params = z.object({ projectId: Id });
const memberParams = z.object({ projectId: Id, userId: Id });

export const listMembers = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/members",
  summary: "List the members of a project (the first 1,000 by name)",
  allow: "project:read",
  params,
  response: success(z.array(Member)),
});

export const Candidate = z.object({
  id: Id,
  display_name: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string(),
});
export type Candidate = z.infer<typeof Candidate>;

export const listCandidates = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/candidates",
  summary: "List active accounts that are not members of the project (the first 20 by address)",
  allow: "project:manage",
  params,
  /** Part of the email address, user name or names, case-insensitive. */
  query: z.object({ search: z.string().trim().min(1).max(200) }),
  response: success(z.array(Candidate)),
});

export const addMember = endpoint({
  method: "POST",
  path: "/api/projects/:projectId/members",
  summary: "Add an account to a project",
  allow: "project:manage",
  params,
  body: z.object({ userId: Id, roleKey: ProjectRole }),
  response: success(Member),
});

export const changeMember = endpoint({
  method: "PUT",
  path: "/api/projects/:projectId/members/:userId",
  summary: "Change a member's role",
  allow: "project:manage",
  params: memberParams,
  body: z.object({ roleKey: ProjectRole }),
  response: success(Member),
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/projects/:projectId/members/:userId",
  summary: "Remove a member from a project",
  allow: "project:manage",
  params: memberParams,
  response: success(z.null()),
});

export const listAssignableMembers = endpoint({
  method: "GET",
  path: "/api/annotations/projects/:projectId/members",
  summary: "List people who can be assigned to an analysis item: members with an active account",
  allow: "project:read",
  params,
  response: success(z.array(Member)),
});
