import { z } from "zod";
import { endpoint, Id, Timestamp, success, type Permission } from "#endpoint.ts";

export const SystemRole = z.enum(["ADMIN", "USER"]);
export const ProjectRole = z.enum(["LEAD", "USER", "VIEWER"]);
export type ProjectRole = z.infer<typeof ProjectRole>;

/** Actions in a project with the lowest role that allows them. */
const minRole = {
  "projects:read": "VIEWER",
  "project:read": "VIEWER",
  "project:triage": "USER",
  ingest: "USER",
  "project:manage": "LEAD",
} as const satisfies Partial<Record<Permission, ProjectRole>>;
export type ProjectPermission = keyof typeof minRole;

const rank: Readonly<Record<ProjectRole, number>> = { VIEWER: 0, USER: 1, LEAD: 2 };

/** Returns true if a member with this role has the permission. Administrators have all permissions, regardless of their role in a project. */
export function roleAllows(role: ProjectRole, permission: ProjectPermission): boolean {
  return rank[role] >= rank[minRole[permission]];
}

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  name: z.string().nullable(),
  role: SystemRole,
  createdAt: Timestamp,
  /** URL of the picture; `null` if there is none. */
  avatarUrl: z.string().nullable(),
  /** IANA name of the time zone for exact times. */
  timezone: z.string(),
});
export type User = z.infer<typeof User>;

/** Message of the sign-up form and of `register` if the policy forbids new accounts. */
export const signUpClosedText = "You cannot create an account here. Ask an administrator for an invitation.";
/** Message if invitations are turned off as well. */
export const signUpOffText = "New accounts are turned off on this server.";

/** The signed-in account and its session token. */
export const Signed = z.object({ success: z.literal(true), token: z.string(), user: User });

export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  summary: "Sign in with a user name or email address",
  allow: "public",
  body: z.object({ username: z.string().min(1).max(320), password: z.string().min(1).max(1024) }),
  response: Signed,
});

export const register = endpoint({
  method: "POST",
  path: "/api/auth/register",
  summary: "Create an account; the first one on an empty database becomes the administrator",
  allow: "public",
  body: z.object({
    /** Spaces and letters that look like Latin letters are rejected to prevent imitation of names. */
    username: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .regex(/^[\x21-\x7e]*$/, "User name can only contain Latin letters, digits and punctuation"),
    email: z.email().max(320),
    password: z.string().min(6).max(1024),
  }),
  response: Signed,
});

export const ownAccount = endpoint({
  method: "GET",
  path: "/api/auth/profile",
  summary: "Read the account of this session",
  allow: "user",
  response: z.object({ success: z.literal(true), user: User }),
});

export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  summary: "End this session",
  allow: "user",
  response: success(z.null()),
});
