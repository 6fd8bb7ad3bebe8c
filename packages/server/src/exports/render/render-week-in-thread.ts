import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import type { ThreadKind, Threads } from "#threads/threads.ts";

/** Start parameters of the thread. */
export interface WeekJob {
  readonly week: WeekSummary;
  /** Where the app is, without a slash at the end. */
  readonly origin: string;
}

const rendering: ThreadKind = {
  script: new URL("week-thread.ts", import.meta.url),
  most: 1,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 128 },
};

/** Writes a week as a document. A page or three: the thread hands them over as one piece. */
export async function renderWeekInThread(
  threads: Threads,
  job: WeekJob,
  out: Writable,
  signal: AbortSignal,
): Promise<void> {
  await using task = await threads.begin(rendering, job, { signal });
  const answer = once(task.port, "message", { signal });
  // The race reports the rejection.
  answer.catch(() => undefined);
  const [bytes] = (await Promise.race([answer, task.broken])) as [Uint8Array];
  await pipeline([Buffer.from(bytes)], out, { signal });
}
