import { Readable } from "node:stream";
import type { Project } from "@plumb/contract/projects/projects.ts";
import type { Context } from "#core/context.ts";
import { createReaders, type Reading } from "#ingest/record/readers.ts";
import { createUploadReader } from "#ingest/record/upload-reader.ts";
import { importUpload } from "#ingest/sources/files/import-upload.ts";
import { spool } from "#ingest/spool/spool.ts";
import { openSpool } from "#ingest/spool/temporary-files.ts";
import { nobody, uploadOfFiles } from "#ingest/uploads/new-upload.ts";
import { queueStatistics } from "#runs/queue-statistics.ts";
import { storeCommits } from "#store/commits/commits.ts";
import { insertTrendEvent, trendEvents } from "#store/trends/trend-events.ts";
import { ask } from "#threads/ask.ts";
import {
  type ExampleHistory,
  type ExampleJob,
  type ExampleRequest,
  type ExampleUpload,
  generating,
} from "./example-thread.ts";

type Filling = Pick<
  Context,
  "blobs" | "bus" | "clock" | "config" | "ingestDb" | "log" | "publicUrl" | "spoolBudget" | "threads" | "writer"
>;

/** Sender of the example uploads, as the list of uploads names it. */
const sender = { ...nobody, name: "Example data" };

/**
 * Fills a project with example data: commits and events, then the uploads, oldest first. A repetition changes nothing, because the times depend only
 * on the project, and recorded files are duplicates.
 *
 * @throws the reason of `signal`, or the error of an upload that could not be stored.
 */
export async function fillExample(
  context: Filling,
  project: Pick<Project, "id" | "createdAt">,
  signal: AbortSignal,
): Promise<void> {
  const job: ExampleJob = { now: Date.parse(project.createdAt) };
  await using thread = await context.threads.begin(generating, job, { signal });
  const request = <Reply>(message: ExampleRequest) => ask<Reply>(thread, message, signal);
  const history = await request<ExampleHistory>("history");
  await storeHistory(context, project, history);
  const importing = { ...context, db: context.ingestDb, readers: createReaders(context.threads) };
  for (let index = 0; index < history.uploads; index++) {
    signal.throwIfAborted();
    await importExample(importing, project.id, await request<ExampleUpload>(index));
  }
  await queueStatistics({ ...context, db: context.ingestDb }, 0);
}

async function storeHistory(
  { ingestDb: db, bus, clock }: Filling,
  { id: projectId, createdAt }: Pick<Project, "id" | "createdAt">,
  { repository, commits, events }: ExampleHistory,
): Promise<void> {
  await storeCommits(db, projectId, commits, { repository, fromPullRequest: false, now: clock() });
  const span = { from: new Date(0), until: new Date(createdAt), environments: [], excludedEnvironments: [], limit: 1 };
  const { total } = await trendEvents(db, projectId, span);
  // Skips those that an interrupted attempt has stored, which were stored in order.
  for (const event of events.slice(total))
    await insertTrendEvent(db, projectId, { ...event, at: new Date(event.at), userId: null });
  bus.publish({ about: "trends", projectId });
}

/** Stores an upload as if a CI job had sent it. */
async function importExample(
  context: Filling & Pick<Context, "db"> & Reading,
  projectId: number,
  { query, files }: ExampleUpload,
): Promise<void> {
  const target = await openSpool(context, projectId);
  try {
    await using reader = createUploadReader(context);
    const spooled = [];
    for (const { name, content } of files)
      spooled.push(await spool(Readable.from([content]), name, target, context.config.maxUploadBytes));
    const details = uploadOfFiles(projectId, { sender, query, receivedAt: context.clock() }, spooled);
    const upload = { details, id: null, state: null };
    const request = { projectId, query, files: spooled, rejected: [], spool: target, upload, reader };
    const outcome = await importUpload(context, request);
    if (outcome.kind === "failed") throw outcome.error;
  } finally {
    await target.close();
  }
}
