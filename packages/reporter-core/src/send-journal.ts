import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { Courier } from "#courier.ts";
import type { Journal } from "#journal.ts";

export interface SentRun {
  readonly run: UploadedRun;
  /** Number of files that no longer existed or that the server rejected. */
  readonly filesLost: number;
}

/**
 * Sends the complete journal of another process.
 *
 * @param again Repeats a step until it succeeds, or throws.
 */
export async function sendJournal(
  journal: Journal,
  server: { readonly url: string; readonly key: string },
  again: <T>(step: () => Promise<T>) => Promise<T>,
): Promise<SentRun> {
  const courier = new Courier(journal, { ...server, spooled: true });
  const { ending } = journal;
  const interrupted = ending === null ? killed : ending.interrupted;
  for (;;) {
    while (await again(() => courier.sendBatch()));
    while (await again(() => courier.sendFile()));
    const run = await again(() => courier.complete(interrupted));
    if (run !== false) return { run, filesLost: courier.filesLost };
  }
}

const killed = "The process that ran the tests was killed before it could finish its report";
