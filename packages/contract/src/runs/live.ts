import { z } from "zod";
import { bodyBytes, endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { Facts, Tags, UploadedRun, UploadQuery } from "./ingest.ts";

// The live protocol: a reporter opens a source of a run, sends result events in numbered batches, and completes it.
// Acknowledged events are never lost.

const name = (max: number) => z.string().trim().min(1).max(max);

/**
 * Whether a reporter was asked to run only some tests of its suite; `false` if it ran all of them.
 *
 * - `reason`: the option that excluded tests, such as `-g "login"`.
 * - `filter`: true if the option excludes the same tests in every run. A suite that always runs with the same filter counts as complete.
 * Otherwise the tests were selected for this run, such as the last failed tests or those affected by a change.
 */
export const ReportedPartial = z.union([
  z.literal(false),
  z.object({ reason: name(500), filter: z.boolean().optional() }),
]);
export type ReportedPartial = z.infer<typeof ReportedPartial>;

/** Maximum size of a batch in bytes. */
export const liveBatchBytes = 4 * 1024 * 1024;

export const OpenRun = UploadQuery.pick({
  suite: true,
  environment: true,
  framework: true,
  branch: true,
  commit: true,
  commitAuthor: true,
  pullRequest: true,
  targetBranch: true,
  build: true,
  ciUrl: true,
  job: true,
  jobAttempt: true,
  rerun: true,
  host: true,
}).extend({
  /** If the time is not plausible because of a wrong clock, the time of this request is used. */
  startedAt: Timestamp.optional(),
  /** An id, such as a UUID, that the reporting process chooses once and repeats when it opens its run again. */
  clientId: name(100),
  frameworkVersion: name(100).optional(),
  /** Shard of the run. Shards of one run need the same `build`. */
  shard: z
    .object({ current: z.number().int().min(1).max(10_000), total: z.number().int().min(1).max(10_000) })
    .refine(({ current, total }) => current <= total, "The shard number cannot exceed the number of shards")
    .optional(),
  tags: Tags,
  facts: Facts,
  /** Absent if the reporter does not know. The server then derives it from the number of tests. */
  partial: ReportedPartial.optional(),
  /** True if the run is sent afterwards from the spool of the reporter. */
  spooled: z.boolean().optional(),
});
export type OpenRun = z.infer<typeof OpenRun>;

export const OpenedRun = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Address of the page for users. */
  url: z.string(),
  /** Id of this reporter's source within the run. All later requests contain it. */
  source: Id,
  /** Number of the last stored batch, 0 before the first. The next batch has the next number. */
  acknowledged: z.number().int().nonnegative(),
  /** Maximum interval between batches. Send an empty batch if there are no events, because silent runs are interrupted. */
  heartbeatSeconds: z.number().int().positive(),
  /** Maximum size of a batch. Larger batches are rejected. */
  maxBatchBytes: z.number().int().positive(),
});
export type OpenedRun = z.infer<typeof OpenedRun>;

/**
 * Opens a run or adds a source to it. Sources with the same build, suite and environment share a run, like uploads.
 * Without a build, each `clientId` has a separate run. Repeating the call with the same `clientId` returns the same
 * source and its last batch, so a reporter can resume after a restart.
 */
export const openRun = endpoint({
  method: "POST",
  path: "/api/ingest/runs",
  summary: "Open a run that is reported while it happens",
  allow: "ingest",
  query: z.object({
    /** Required for signed-in users. API keys belong to a project. */
    projectId: Id.optional(),
  }),
  body: OpenRun,
  bodyBytes: bodyBytes.large,
  response: success(OpenedRun),
});

const runParams = z.object({ reportId: Id });

/**
 * Body: `application/x-ndjson`, one `ResultEvent` per line. Batches count from 1. Stored batches are acknowledged
 * and not recorded again; early ones return 409 with the `expected` number. Invalid lines become problems of the
 * run; the others are stored. An empty body is the heartbeat and needs no number.
 */
export const sendEvents = endpoint({
  method: "POST",
  path: "/api/ingest/runs/:reportId/events",
  summary: "Send the next batch of result events of a run",
  allow: "ingest",
  params: runParams,
  query: z.object({ source: Id, batch: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  body: z.unknown().meta({ contentType: "application/x-ndjson" }),
  bodyBytes: liveBatchBytes,
  response: success(z.object({ acknowledged: z.number().int().nonnegative() })),
});

/**
 * Body: the file. Repeating it changes nothing. `test` is the id of the test in the events of this source; the file
 * may come first. Without `test`, or if the test never arrives, it belongs to the run.
 */
export const putArtifact = endpoint({
  method: "PUT",
  path: "/api/ingest/runs/:reportId/artifacts",
  summary: "Send a file of a test or of the run while it is running",
  allow: "ingest",
  params: runParams,
  query: z.object({
    source: Id,
    test: z.string().min(1).max(500).optional(),
    attempt: z.coerce.number().int().min(0).max(10_000).optional(),
    /** Index (from 0) of the attempt's step that attached the file. */
    step: z.coerce.number().int().min(0).max(1_000_000).optional(),
    name: name(300),
    contentType: name(200).optional(),
  }),
  body: z.unknown().meta({ contentType: "application/octet-stream" }),
  response: success(
    z.object({
      /** SHA-256 of the content, hex. */
      sha256: z.string(),
      size: z.number().int(),
    }),
  ),
});

export const CompleteRun = z.object({
  source: Id,
  /** Number of batches sent; if one is missing, the response is 409 with the `expected` one. */
  batches: z.number().int().min(0).max(2_000_000_000),
  /** End time of a run that is sent afterwards. By default the run ends with its last attempt. */
  endedAt: Timestamp.optional(),
  /** Set if the run was stopped before its end. The reason is shown to users. */
  interrupted: z.object({ reason: name(2000) }).optional(),
});
export type CompleteRun = z.infer<typeof CompleteRun>;

/**
 * Ends a source; later events of the source are rejected. Its announced tests that never ran become skipped with "Did not run".
 * Repeating the call returns the same response.
 */
export const completeRun = endpoint({
  method: "POST",
  path: "/api/ingest/runs/:reportId/complete",
  summary: "Complete a reporter's part of a run",
  allow: "ingest",
  params: runParams,
  body: CompleteRun,
  response: success(UploadedRun),
});
