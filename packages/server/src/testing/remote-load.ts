import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenedRun } from "@plumb/contract/runs/live.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { lines } from "./live-events.ts";

const retryMs = 100;
const requestTimeoutMs = 15_000;
/** On a busy machine, a server or database that was killed takes half a minute to start. */
const giveUpMs = 180_000;

/** Sends a request until a server accepts it, as reporters do. Returns the body of the response. */
export async function sendUntilAccepted<Body>(url: string, request: () => RequestInit): Promise<Body> {
  for (const start = Date.now(); ;) {
    const response = await fetch(url, { ...request(), signal: AbortSignal.timeout(requestTimeoutMs) }).catch(
      (error: unknown) => error as Error,
    );
    if (response instanceof Response) {
      const body = await response.json().then(
        (parsed: unknown) => parsed as Body & { code?: string },
        () => null,
      );
      if (response.ok && body !== null) return body;
      const isTemporary =
        body === null || [408, 429, 502, 503].includes(response.status) || body.code === "upload_in_progress";
      if (!isTemporary) throw new Error(`${url} responded with ${response.status}: ${JSON.stringify(body)}`);
    }
    if (Date.now() - start > giveUpMs) throw new Error(`${url} accepted nothing.`, { cause: response });
    await sleep(retryMs);
  }
}

export interface RemoteReporter {
  readonly run: OpenedRun;
  batch(events: readonly ResultEvent[]): Promise<void>;
  complete(): Promise<void>;
}

/** Opens a live run on started servers and sends each request until one of them accepts it. `urlOf` returns the server of the next request. */
export async function openLiveAt(urlOf: () => string, key: string, run: object): Promise<RemoteReporter> {
  const post = async <Data>(path: string, type: string, body: string) =>
    (
      await sendUntilAccepted<{ data: Data }>(`${urlOf()}${path}`, () => ({
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": type },
        body,
      }))
    ).data;
  const opened = await post<OpenedRun>(
    "/api/ingest/runs",
    "application/json",
    JSON.stringify({ suite: "shop", ...run }),
  );
  const address = `/api/ingest/runs/${opened.reportId}`;
  let batches = 0;
  return {
    run: opened,
    async batch(events) {
      batches += 1;
      await post(`${address}/events?source=${opened.source}&batch=${batches}`, "application/x-ndjson", lines(events));
    },
    complete: () => post(`${address}/complete`, "application/json", JSON.stringify({ source: opened.source, batches })),
  };
}
