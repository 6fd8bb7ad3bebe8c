import { listJobs, retryJob } from "@plumb/contract/administration/jobs.ts";
import type { EndpointAccess } from "#testing/endpoint-access.ts";

export const access: readonly EndpointAccess[] = [
  { endpoint: listJobs, callers: "admins", sample: { query: { state: "queued" } } },
  // 404: the job has ended.
  { endpoint: retryJob, callers: "admins", status: 404, audit: ["job.retried"] },
];
