import { listUploads, readUpload, readUploadHealth } from "@plumb/contract/runs/uploads.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listUploads, callers: "readers" },
  // 404: the upload does not exist.
  { endpoint: readUpload, callers: "readers", status: 404 },
  { endpoint: readUploadHealth, callers: "readers" },
];
