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
import { RefusedError } from "./call-error.ts";
import type { Client } from "./client.ts";

/** The run and the source of a call. */
export type LiveRun = Pick<OpenedRun, "reportId" | "source">;

export interface LiveFile {
  /** Id of the test in the events; absent if the artifact belongs to the run. */
  readonly test?: string | undefined;
  readonly attempt?: number | undefined;
  /** Index of the step within the attempt, from 0. */
  readonly step?: number | undefined;
  readonly name: string;
  readonly contentType?: string | undefined;
}

/** Client of the live protocol. All calls can be repeated safely. The caller decides when to repeat them; see `retry`. */
export interface LiveClient {
  openRun(run: OpenRun, options?: { readonly projectId?: number; readonly signal?: AbortSignal }): Promise<OpenedRun>;
  /**
   * Sends a batch, or a heartbeat without one.
   *
   * @param batch Lines with one JSON event each.
   * @returns The number of the last batch that the server stored.
   * @throws RefusedError if the server expects another batch. `expectedBatch` returns its number.
   */
  sendEvents(
    run: LiveRun,
    batch: { readonly number: number; readonly lines: string | Uint8Array<ArrayBuffer> } | null,
    signal?: AbortSignal,
  ): Promise<number>;
  /** @param content Text, bytes, or a stream. A stream can only be used for one call. */
  putArtifact(
    run: LiveRun,
    file: LiveFile,
    content: unknown,
    signal?: AbortSignal,
  ): Promise<{ sha256: string; size: number }>;
  /** @throws RefusedError if batches are missing. `expectedBatch` returns the number of the first one. */
  completeRun(run: LiveRun, completion: Omit<CompleteRun, "source">, signal?: AbortSignal): Promise<UploadedRun>;
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
    async completeRun(run, completion, signal) {
      const body = { source: run.source, ...completion };
      return (await client.call(completeEndpoint, { params: paramsOf(run), body, signal })).data;
    },
  };
}

/** Returns the number of the batch that the server expects, if it rejected the request for that reason. */
export function expectedBatch(error: unknown): number | null {
  if (!(error instanceof RefusedError) || error.status !== 409) return null;
  const { expected } = (error.body ?? {}) as { expected?: unknown };
  return typeof expected === "number" && Number.isSafeInteger(expected) && expected > 0 ? expected : null;
}

function paramsOf({ reportId }: LiveRun): { reportId: number } {
  return { reportId };
}
