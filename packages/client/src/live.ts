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
import { RefusedError } from "#call-error.ts";
import type { Client } from "#client.ts";

/** The run and the source that a call is about. */
export type LiveRun = Pick<OpenedRun, "reportId" | "source">;

export interface LiveFile {
  /** The id that its test has in the events; absent: it is the run's. */
  readonly test?: string | undefined;
  readonly attempt?: number | undefined;
  /** Index within the attempt, from 0. */
  readonly step?: number | undefined;
  readonly name: string;
  readonly contentType?: string | undefined;
}

/** The calls of the live protocol. All of them are safe to repeat; when to do so is the caller's to know (`retry`). */
export interface LiveClient {
  openRun(run: OpenRun, options?: { readonly projectId?: number; readonly signal?: AbortSignal }): Promise<OpenedRun>;
  /**
   * Sends a batch, or with none the heartbeat.
   *
   * @param batch Its lines are events, one JSON object each.
   * @returns The number of the last batch that the server keeps.
   * @throws RefusedError where another batch is due, which `expectedBatch` reads from it.
   */
  sendEvents(
    run: LiveRun,
    batch: { readonly number: number; readonly lines: string | Uint8Array<ArrayBuffer> } | null,
    signal?: AbortSignal,
  ): Promise<number>;
  /** @param content Text, bytes, or a stream, which serves for one call only. */
  putArtifact(
    run: LiveRun,
    file: LiveFile,
    content: unknown,
    signal?: AbortSignal,
  ): Promise<{ sha256: string; size: number }>;
  /** @throws RefusedError where batches are missing, the first of which `expectedBatch` reads from it. */
  completeRun(run: LiveRun, lastWord: Omit<CompleteRun, "source">, signal?: AbortSignal): Promise<UploadedRun>;
}

export function createLiveClient(client: Client): LiveClient {
  return {
    async openRun(run, { projectId, signal } = {}) {
      const query = projectId === undefined ? {} : { projectId };
      return (await client.call(openEndpoint, { query, body: run, signal })).data;
    },
    async sendEvents(run, batch, signal) {
      const query = { source: run.source, ...(batch !== null && { batch: batch.number }) };
      const headers = batch === null ? {} : { "content-type": "application/x-ndjson" };
      const options = { params: paramsOf(run), query, body: batch?.lines, headers, signal };
      return (await client.call(eventsEndpoint, options)).data.acknowledged;
    },
    async putArtifact(run, { test, attempt, step, name, contentType }, body, signal) {
      const query = { source: run.source, test, attempt, step, name, contentType };
      const headers = { "content-type": "application/octet-stream" };
      return (await client.call(artifactEndpoint, { params: paramsOf(run), query, body, headers, signal })).data;
    },
    async completeRun(run, lastWord, signal) {
      const body = { source: run.source, ...lastWord };
      return (await client.call(completeEndpoint, { params: paramsOf(run), body, signal })).data;
    },
  };
}

/** The batch that the server waits for, if that is why it refused. */
export function expectedBatch(error: unknown): number | null {
  if (!(error instanceof RefusedError) || error.status !== 409) return null;
  const { expected } = (error.body ?? {}) as { expected?: unknown };
  return typeof expected === "number" && Number.isSafeInteger(expected) && expected > 0 ? expected : null;
}

function paramsOf({ reportId }: LiveRun): { reportId: number } {
  return { reportId };
}
