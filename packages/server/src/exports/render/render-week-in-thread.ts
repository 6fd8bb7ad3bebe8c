import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import type { WorkerKind, WorkerPool } from "#threads/worker-pool.ts";

/** Start parameters of the thread. */
export interface WeekJob {
  readonly week: WeekSummary;
  /** URL of the app without a trailing slash. */
  readonly origin: string;
}

const rendering: WorkerKind = {
  script: new URL("week-thread.ts", import.meta.url),
  max: 1,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 128 },
};

/** Writes a week as a PDF. It has only a few pages, so the thread returns it as a whole. */
export async function renderWeekInThread(
  threads: WorkerPool,
  job: WeekJob,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  await using task = await threads.begin(rendering, job, { signal });
  const response = once(task.port, "message", { signal });
  // Prevents an unhandled rejection; the race below reports it.
  response.catch(() => undefined);
  const [bytes] = (await Promise.race([response, task.broken])) as [Uint8Array];
  await pipeline([Buffer.from(bytes)], out, { signal });
}
