import type { StdoutEvent } from "@plumb/contract/result-event.ts";
import type { Log } from "./logs.ts";
import type { Db } from "#store/db.ts";
import { waitingEvents, type WaitingEvents } from "#store/ingest/live-waiting.ts";
import { packEvents, unpackEvents } from "#store/ingest/packed-events.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";

/** A stored log entry. It has the form of output, so that it can be shown while the test runs. */
type WaitingLog = StdoutEvent & Log;

/** Packs the entries of an unfinished execution for storage. */
export async function packLogs(sourceId: number, key: string, logs: readonly Log[]): Promise<WaitingEvents> {
  const events = logs.map((log): WaitingLog => {
    const stream = log.level === "info" ? "stdout" : "stderr";
    return { ...log, kind: "stdout", test: key, attempt: 0, stream };
  });
  return { sourceId, key, ...(await packEvents(events)) };
}

/** Returns the waiting events of these executions by key, in order of arrival. */
export async function waitingLogs(
  db: Db,
  { projectId, sourceId }: BatchTarget,
  keys: readonly string[],
): Promise<Map<string, Log[]>> {
  const rows = await waitingEvents(
    db,
    projectId,
    keys.map((key) => ({ sourceId, key })),
  );
  const logs = new Map<string, Log[]>();
  for (const { key, events } of rows) {
    const some = unpackEvents<WaitingLog>(events).map(({ item, time, level, text }) => ({ item, time, level, text }));
    logs.set(key, [...(logs.get(key) ?? []), ...some]);
  }
  return logs;
}
