import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { OpenedRun } from "@plumb/contract/runs/live.ts";
import { sql } from "kysely";
import { type Reply, call, type TestApp } from "./app.ts";
import { lines } from "./live-events.ts";

export interface LiveReporter {
  readonly run: OpenedRun;
  /** Sends a batch; by default with the next number. */
  batch(
    events: readonly (ResultEvent | string)[],
    number?: number,
  ): Promise<Reply<{ data: { acknowledged: number }; error: string; expected?: number }>>;
  heartbeat(): Promise<Reply<{ data: { acknowledged: number } }>>;
  file(query: Record<string, string>, content: string): Promise<Reply<{ data: { sha256: string }; error: string }>>;
  complete(change?: object): Promise<Reply<{ data: UploadedRun; error: string; expected?: number }>>;
}

/** Opens a live run in a test app, as a reporter would. */
export async function openLive(plumb: TestApp, key: string, body: object = {}): Promise<LiveReporter> {
  const opened = await call<{ data: OpenedRun; error?: string }>(plumb, "POST", "/api/ingest/runs", {
    token: key,
    body: { clientId: "reporter-1", suite: "shop", ...body },
  });
  if (opened.status !== 200) throw new Error(opened.body.error);
  const { data: run } = opened.body;
  const address = `/api/ingest/runs/${run.reportId}`;
  let sent = run.acknowledged;
  // `never` fits any type of response, which the caller declares.
  const send = async (method: "POST" | "PUT", url: string, type: string, payload: string) => {
    const response = await plumb.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, "content-type": type },
      payload,
    });
    return { status: response.statusCode, body: response.json<never>() };
  };
  return {
    run,
    async batch(events, number = sent + 1) {
      sent = Math.max(sent, number);
      return send(
        "POST",
        `${address}/events?source=${run.source}&batch=${number}`,
        "application/x-ndjson",
        lines(events),
      );
    },
    heartbeat: () => send("POST", `${address}/events?source=${run.source}`, "application/x-ndjson", ""),
    file: (query, content) =>
      send(
        "PUT",
        `${address}/artifacts?${new URLSearchParams({ source: String(run.source), ...query }).toString()}`,
        "text/plain",
        content,
      ),
    complete: (change = {}) =>
      call(plumb, "POST", `${address}/complete`, {
        token: key,
        body: { source: run.source, batches: sent, ...change },
      }),
  };
}

/** Returns the title, status and error line of each test in its newest result, sorted by title. */
export async function recordedTests({ database }: Pick<TestApp, "database">): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', t.title_path[2], r.status, r.error_line) as line
      from result r join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.superseded_by is null order by 1
  `.execute(database.db);
  return rows.map(({ line }) => line);
}

/** Returns the ids and sequence numbers of the results, sorted by sequence number. */
export async function recordedPositions({ database }: Pick<TestApp, "database">): Promise<unknown[]> {
  return (await sql`select id, seq from result order by seq`.execute(database.db)).rows;
}

/** Makes a source look as if its last event was ten minutes ago. */
export async function markSourceSilent({ database }: Pick<TestApp, "database">, source: number): Promise<void> {
  await sql`update upload set heard_at = now() - interval '10 minutes' where id = ${source}`.execute(database.db);
}
