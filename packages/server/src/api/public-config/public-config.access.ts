import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [{ endpoint: publicConfig, callers: "everyone" }];
