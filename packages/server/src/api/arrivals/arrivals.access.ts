import { listArrivals, readArrival, readUploadHealth } from "@plumb/contract/runs/arrivals.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listArrivals, callers: "readers" },
  // 404: the upload does not exist.
  { endpoint: readArrival, callers: "readers", status: 404 },
  { endpoint: readUploadHealth, callers: "readers" },
];
