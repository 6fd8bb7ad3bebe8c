import { setTimeout as sleep } from "node:timers/promises";
import { testEvent } from "./live-events.ts";
import { openLiveAt, sendUntilAccepted } from "./remote-load.ts";
import { reportWithFile } from "./report-with-file.ts";

const testsOfBatch = 10;
const batchesOfRun = 6;

export interface Load {
  /** Returns the server for the next request. */
  readonly urlOf: () => string;
  readonly key: string;
  readonly stopped: AbortSignal;
  readonly testsOfUpload: number;
  /** Number of acknowledged tests by build. */
  readonly sent: Map<string, number>;
}

/** Sends one report after the other until it is stopped. Each has a separate file. */
export async function upload({ urlOf, key, stopped, testsOfUpload, sent }: Load, reporter: number): Promise<void> {
  for (let round = 0; !stopped.aborted; round += 1) {
    const build = `upload ${reporter} ${round}`;
    const startTime = new Date().toISOString();
    await sendUntilAccepted(`${urlOf()}/api/ingest/uploads?suite=api&build=${encodeURIComponent(build)}`, () => ({
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      // Runs of another year would send no webhooks.
      body: reportWithFile(build, testsOfUpload, startTime),
    }));
    sent.set(build, testsOfUpload);
  }
}

/** Sends one live run after the other until it is stopped. */
export async function reportLive({ urlOf, key, stopped, sent }: Load, reporter: number): Promise<void> {
  for (let run = 0; !stopped.aborted; run += 1) {
    const build = `live ${reporter} ${run}`;
    const live = await openLiveAt(urlOf, key, { clientId: build, build });
    for (let batch = 0; batch < batchesOfRun; batch += 1) {
      const ids = Array.from({ length: testsOfBatch }, (_, index) => `test ${batch} ${index}`);
      await live.batch(ids.flatMap((id) => [testEvent(id, "running"), testEvent(id, "passed")]));
      sent.set(build, (batch + 1) * testsOfBatch);
      await sleep(50);
    }
    await live.complete();
  }
}
