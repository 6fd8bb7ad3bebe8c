import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openLiveAt, sendUntilAccepted } from "../../packages/server/src/testing/remote-load.ts";
import { testEvent } from "../../packages/server/src/testing/live-events.ts";
import { reportWithFile } from "../../packages/server/src/testing/report-with-file.ts";

const testsOfUpload = 40;
const testsOfBatch = 10;
const batchesOfRun = 5;

export interface Load {
  /** Returns the server for the next request. */
  readonly urlOf: () => string;
  readonly key: string;
  readonly stopped: AbortSignal;
  /** Number of acknowledged tests by build. */
  readonly sent: Map<string, number>;
}

/** Sends one report after the other. Each has a separate file. */
export async function upload({ urlOf, key, stopped, sent }: Load, reporter: number): Promise<void> {
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

/** Sends one live run after the other, each batch to another server. */
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

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /**
   * Ids of deliveries about the complete run, by build. A delivery that was sent again has the same id. A clock that jumps ahead interrupts live runs,
   * which is another event.
   */
  readonly deliveries: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Receives the webhooks of ended runs. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { run } = JSON.parse(body) as { run: { build: string; status: string } };
      const ids = deliveries.get(run.build) ?? new Set<string>();
      if (run.status !== "interrupted") deliveries.set(run.build, ids.add(String(request.headers["x-plumb-delivery"])));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
