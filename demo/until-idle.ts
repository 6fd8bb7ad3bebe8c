import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@plumb/client/client.ts";
import { listJobs } from "@plumb/contract/administration/jobs.ts";

const lookEveryMs = 100;
const timeoutMs = 120_000;
/** Jobs that wait longer, such as retries and daily ones, are not waited for. */
const soonMs = 5000;
/** Jobs that have been overdue for longer are on hold, as after a long stop of the server. */
const overdueMs = 60_000;

interface ListedJob {
  /** ISO 8601. */
  readonly dueAt: string | null;
}

interface Jobs {
  readonly running: readonly ListedJob[];
  readonly queued: readonly ListedJob[];
  /** Recurring jobs, which always wait for their next time. */
  readonly scheduled: readonly ListedJob[];
}

/** Waits until the server has processed everything that it received, or for two minutes. */
export async function untilIdle(client: Client): Promise<void> {
  const list = async (state: keyof Jobs) => (await client.call(listJobs, { query: { state, limit: 200 } })).data;
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(lookEveryMs)) {
    const [running, queued, scheduled] = await Promise.all([list("running"), list("queued"), list("scheduled")]);
    if (!isBusy({ running, queued, scheduled }, Date.now())) return;
  }
}

/** Returns whether a job runs or is about to run. */
export function isBusy({ running, queued, scheduled }: Jobs, nowMs: number): boolean {
  const lateMs = ({ dueAt }: ListedJob) => (dueAt === null ? Number.NEGATIVE_INFINITY : nowMs - Date.parse(dueAt));
  return (
    running.length > 0 ||
    queued.some((job) => lateMs(job) >= -soonMs) ||
    scheduled.some((job) => lateMs(job) >= 0 && lateMs(job) < overdueMs)
  );
}
