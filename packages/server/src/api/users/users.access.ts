import { listUsers, updateUser } from "@plumb/contract/people/users.ts";
import { listUserAccess } from "@plumb/contract/people/created-access.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listUsers, callers: "admins" },
  {
    endpoint: updateUser,
    callers: "admins",
    audit: ["user.changed"],
    sample: async ({ newPerson }) => ({ params: { userId: (await newPerson()).id }, body: { status: "deactivated" } }),
  },
  {
    endpoint: listUserAccess,
    callers: "admins",
    sample: async ({ newPerson }) => ({ params: { userId: (await newPerson()).id } }),
  },
];
