import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import {
  type CompleteRun,
  completeRun as completeEndpoint,
  type OpenedRun,
  openRun as openEndpoint,
  type OpenRun,
  putArtifact as artifactEndpoint,
  sendEvents as eventsEndpoint,
} from "@plumb/contract/runs/live.ts";
import type { Client } from "#client.ts";
import { retry, type RetrySetup } from "#retry.ts";

/** The run and the source that a call is about. */
export type LiveRun = Pick<OpenedRun, "reportId" | "source">;

export interface LiveFile {
  /** The id that its test has in the events; absent: it is the run's. */
  readonly test?: string;
  readonly attempt?: number;
  readonly name: string;
  readonly contentType?: string;
}

/** The calls of the live protocol, each repeated as `retry` says: all of them are safe to repeat. */
export interface LiveClient {
  openRun(run: OpenRun, options?: { readonly projectId?: number; readonly signal?: AbortSignal }): Promise<OpenedRun>;
  /**
   * Sends a batch, or with none the heartbeat.
   *
   * @returns The number of the last batch that the server keeps.
   * @throws RefusedError 409 where another batch is due: its body says which is `expected`.
   */
  sendEvents(
    run: LiveRun,
    batch: { readonly number: number; readonly events: readonly ResultEvent[] } | null,
    signal?: AbortSignal,
  ): Promise<number>;
  /** @param content Asked anew for each attempt: a stream can be read only once. */
  putArtifact(
    run: LiveRun,
    file: LiveFile,
    content: () => BodyInit | Promise<BodyInit>,
    signal?: AbortSignal,
  ): Promise<{ sha256: string; size: number }>;
  completeRun(run: LiveRun, lastWord: Omit<CompleteRun, "source">, signal?: AbortSignal): Promise<UploadedRun>;
}

export function createLiveClient(client: Client, setup: RetrySetup): LiveClient {
  return {
    openRun: (run, { projectId, signal } = {}) =>
      retry(setup, async () => {
        const query = projectId === undefined ? {} : { projectId };
        return (await client.call(openEndpoint, { query, body: run, signal })).data;
      }),
    sendEvents: (run, batch, signal) =>
      retry(setup, async () => {
        const query = { source: run.source, ...(batch !== null && { batch: batch.number }) };
        const body = batch === null ? undefined : batch.events.map((event) => JSON.stringify(event)).join("\n");
        const headers = batch === null ? {} : { "content-type": "application/x-ndjson" };
        return (await client.call(eventsEndpoint, { params: paramsOf(run), query, body, headers, signal })).data
          .acknowledged;
      }),
    putArtifact: (run, file, content, signal) =>
      retry(setup, async () => {
        const query = { source: run.source, ...file };
        const headers = { "content-type": file.contentType ?? "application/octet-stream" };
        const body = await content();
        return (await client.call(artifactEndpoint, { params: paramsOf(run), query, body, headers, signal })).data;
      }),
    completeRun: (run, lastWord, signal) =>
      retry(setup, async () => {
        const body = { source: run.source, ...lastWord };
        return (await client.call(completeEndpoint, { params: paramsOf(run), body, signal })).data;
      }),
  };
}

function paramsOf({ reportId }: LiveRun): { reportId: number } {
  return { reportId };
}
