import { listAuditEvents } from "@plumb/contract/administration/audit.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [{ endpoint: listAuditEvents, callers: "admins" }];
