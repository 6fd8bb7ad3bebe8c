import { z } from "zod";
import { ProjectRole, SystemRole } from "./auth.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import type { FieldErrors } from "#field-errors.ts";

export const RoleScope = z.enum(["system", "project"]);

export const Role = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  description: z.string(),
});
export type Role = z.infer<typeof Role>;

export const InvitationStatus = z.enum(["pending", "accepted", "expired", "revoked"]);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  status: InvitationStatus,
  role_key: SystemRole,
  project_role_key: ProjectRole.nullable(),
  project_id: Id.nullable(),
  project_name: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: Timestamp.nullable(),
  invited_by_email: z.string(),
  invited_by_name: z.string().nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** The `link` is returned only once. Resending an invitation creates a new link. */
export const SentInvitation = z.object({
  invitation: Invitation,
  link: z.string(),
  /** Result of sending the email. Without an email connector, users pass on the link themselves. */
  mail: z.enum(["sent", "failed", "not_configured"]),
  /** Error message for the user: what was stored, why the email was not sent, and what to do. */
  mailProblem: z.string().nullable(),
});
export type SentInvitation = z.infer<typeof SentInvitation>;

/** Validation messages of an invitation, used by the form and by the server. */
export const inviteMessages = {
  role: "Please select a role",
  project: "Please select a project",
  projectRole: "Please select a project role",
} as const;

export const createInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/create",
  summary: "Invite an address to the system (`roleId`) or into a project (`projectId` with `projectRoleId`)",
  allow: "invite",
  body: z.object({
    email: z.string().trim().max(320).pipe(z.email()),
    roleId: Id.optional(),
    projectId: Id.optional(),
    projectRoleId: Id.optional(),
  }),
  response: success(SentInvitation),
});

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/invitations/list",
  summary: "List invitations, newest first: all for administrators, those of their projects for leads",
  allow: "invite",
  query: z.object({
    status: InvitationStatus.optional(),
    projectId: Id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Invitation), { nextCursor: Id.nullable() }),
});

export const listInvitationRoles = endpoint({
  method: "GET",
  path: "/api/invitations/roles",
  summary: "List the roles for invitations, lowest first",
  allow: "invite",
  query: z.object({ scope: RoleScope }),
  response: success(z.array(Role)),
});

const tokenParams = z.object({ token: z.string().max(200) });

export const readInvitation = endpoint({
  method: "GET",
  path: "/api/invitations/:token",
  summary: "Read the invitation of a link",
  allow: "public",
  params: tokenParams,
  response: success(
    z.object({
      email: z.string(),
      roleName: z.string(),
      projectName: z.string().nullable(),
      expiresAt: Timestamp,
      /** True if the address already has an account. Only that account can then accept. */
      hasAccount: z.boolean(),
    }),
  ),
});

/** Returns the errors of a new account, shown by the form and returned by the server. */
export function newAccountErrors({
  name,
  password,
}: {
  readonly name: string;
  readonly password: string;
}): FieldErrors {
  return {
    ...(name.trim() === "" && { name: "Full name is required" }),
    ...(password.length < 6 && { password: "Password must be at least 6 characters long" }),
  };
}

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:token/accept",
  summary: "Accept an invitation: creates the account, or adds the project to the signed-in account",
  allow: "public",
  params: tokenParams,
  /** Only needed for a new account. */
  body: z.object({
    name: z.string().trim().max(100, "Name must be less than 100 characters").default(""),
    password: z.string().max(1024).default(""),
  }),
  response: success(z.object({ email: z.string(), projectId: Id.nullable() })),
});

const params = z.object({ invitationId: Id });

export const revokeInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:invitationId/revoke",
  summary: "Revoke a pending invitation",
  allow: "invite",
  params,
  response: success(Invitation),
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/invitations/:invitationId/resend",
  summary: "Create a new link for a pending invitation, valid for a week; the old link stops working",
  allow: "invite",
  params,
  response: success(SentInvitation),
});
