import { z } from "zod";
import { ProjectRole, SystemRole, User } from "./auth.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

export const UserStatus = z.enum(["active", "deactivated"]);

/** An account as administrators see it. */
export const Account = z.object({
  ...User.shape,
  status: UserStatus,
  /** Rounded to the minute; `null` for accounts that never signed in. */
  lastSeenAt: Timestamp.nullable(),
  projects: z.array(z.object({ id: Id, name: z.string(), role: ProjectRole })),
});
export type Account = z.infer<typeof Account>;

export const listUsers = endpoint({
  method: "GET",
  path: "/api/users",
  summary: "List accounts by email address",
  allow: "admin",
  query: z.object({
    /** Part of the email address, user name or names, case-insensitive. */
    search: z.string().max(200).optional(),
    status: UserStatus.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    /** `nextCursor` of the previous page. */
    cursor: z.string().max(400).optional(),
  }),
  response: success(z.array(Account), { nextCursor: z.string().nullable() }),
});

export const AccountChange = z.object({ role: SystemRole.optional(), status: UserStatus.optional() });
export type AccountChange = z.infer<typeof AccountChange>;

export const updateUser = endpoint({
  method: "PUT",
  path: "/api/users/:userId",
  summary: "Change the role of an account, or activate or deactivate it; deactivating ends its sessions",
  allow: "admin",
  params: z.object({ userId: Id }),
  body: AccountChange,
  response: success(Account),
});
