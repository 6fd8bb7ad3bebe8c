import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@plumb/client/client.ts";
import { listJobs } from "@plumb/contract/administration/jobs.ts";

const lookEveryMs = 100;
const timeoutMs = 120_000;
/** Jobs that wait longer, such as retries and daily ones, are not waited for. */
const soonMs = 5000;

/** Waits until the server has processed everything that it received, or for two minutes. */
export async function untilIdle(client: Client): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await sleep(lookEveryMs)) {
    const found = await Promise.all(
      (["running", "queued", "scheduled"] as const).map((state) =>
        client.call(listJobs, { query: { state, limit: 200 } }),
      ),
    );
    const soon = Date.now() + soonMs;
    const [running = [], queued = [], scheduled = []] = found.map(({ data }) => data);
    const isDue = ({ dueAt }: (typeof queued)[number]) => dueAt !== null && Date.parse(dueAt) <= soon;
    // Recurring jobs are always scheduled, so only overdue ones count.
    const isOverdue = ({ dueAt }: (typeof queued)[number]) => dueAt !== null && Date.parse(dueAt) <= Date.now();
    if (running.length === 0 && !queued.some(isDue) && !scheduled.some(isOverdue)) return;
  }
}
