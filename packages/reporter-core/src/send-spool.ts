import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { Uploader } from "./uploader.ts";
import type { Spool } from "./spool.ts";

export interface SentRun {
  readonly run: UploadedRun;
  /** Number of files that no longer existed or that the server rejected. */
  readonly filesLost: number;
}

/**
 * Sends the complete spool of another process.
 *
 * @param again Repeats a step until it succeeds, or throws.
 */
export async function sendSpool(
  spool: Spool,
  server: { readonly url: string; readonly key: string },
  again: <T>(step: () => Promise<T>) => Promise<T>,
): Promise<SentRun> {
  const uploader = new Uploader(spool, { ...server, spooled: true });
  const { ending } = spool;
  const interrupted = ending === null ? killed : ending.interrupted;
  for (;;) {
    while (await again(() => uploader.sendBatch()));
    while (await again(() => uploader.sendFile()));
    const run = await again(() => uploader.complete(interrupted));
    if (run !== false) return { run, filesLost: uploader.filesLost };
  }
}

const killed = "The process that ran the tests was killed before it could finish its report";
