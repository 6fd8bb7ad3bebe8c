import { changeStorageLimit, readStorage } from "@plumb/contract/projects/storage.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: readStorage, callers: "leads" },
  {
    endpoint: changeStorageLimit,
    callers: "admins",
    audit: ["storage_limit.changed"],
    sample: { body: { limit: "default" } },
  },
];
