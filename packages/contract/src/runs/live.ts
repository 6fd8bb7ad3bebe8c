import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { UploadedRun, UploadQuery } from "./ingest.ts";

// The live protocol: a reporter opens a source of a run, sends result events in numbered batches, and completes it.
// Acknowledged events are never lost.

const name = (max: number) => z.string().trim().min(1).max(max);

/**
 * Which tests of its suite a reporter was asked to run. False: all of them.
 *
 * - `reason`: what left tests out, such as `-g "login"`.
 * - `filter`: the same options leave out the same tests in every run. A suite that always runs with one filter is whole with it. Without
 *   it the tests were chosen for this run: the last failed ones, or those that a change touches.
 */
export const SaidPartial = z.union([z.literal(false), z.object({ reason: name(500), filter: z.boolean().optional() })]);
export type SaidPartial = z.infer<typeof SaidPartial>;

/** Maximum bytes of a batch. */
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
}).extend({
  /** Where it cannot be true, as of a clock that is wrong by days, the run begins when it is opened. */
  startedAt: Moment.optional(),
  /** Chosen once by the process that reports, the same whenever it opens its run again: a UUID serves well. */
  clientId: name(100),
  frameworkVersion: name(100).optional(),
  /** Which part of the run this is. Parts of one run need the same `build`. */
  shard: z
    .object({ current: z.number().int().min(1).max(10_000), total: z.number().int().min(1).max(10_000) })
    .refine(({ current, total }) => current <= total, "The shard number cannot exceed the number of shards")
    .optional(),
  tags: z.array(name(200)).max(50).optional(),
  /** Absent if the reporter does not know: the server then derives it from the number of tests. */
  partial: SaidPartial.optional(),
  /** It is sent afterwards, from where a reporter kept it. */
  spooled: z.boolean().optional(),
});
export type OpenRun = z.infer<typeof OpenRun>;

export const OpenedRun = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Where a person reads it. */
  url: z.string(),
  /** This reporter's part of the run; all later calls contain it. */
  source: Id,
  /** Number of the last batch that is kept; 0 before the first. The next one is one more. */
  acknowledged: z.number().int().nonnegative(),
  /** Say something at least this often, if only with an empty batch: a run of which nothing is heard is interrupted. */
  heartbeatSeconds: z.number().int().positive(),
  /** A larger batch is refused. */
  maxBatchBytes: z.number().int().positive(),
});
export type OpenedRun = z.infer<typeof OpenedRun>;

/**
 * Opens a run or adds a source to it: sources with one build, suite and environment share a run, like uploads.
 * Without a build, each `clientId` has its own run. Repeating the call with the same `clientId` returns the same
 * source and its last batch, so a reporter can resume after a restart.
 */
export const openRun = endpoint({
  method: "POST",
  path: "/api/ingest/runs",
  summary: "Open a run that is reported while it happens",
  allow: "ingest",
  query: z.object({
    /** Needed for a signed-in user; an API key belongs to its project. */
    projectId: Id.optional(),
  }),
  body: OpenRun,
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
    /** The step of that attempt in which it was attached, from 0 in the order of the steps. */
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
  /** When it ended, for what is sent afterwards: without it the run ends with its last attempt. */
  endedAt: Moment.optional(),
  /** The run was stopped before its end; people read why. */
  interrupted: z.object({ reason: name(2000) }).optional(),
});
export type CompleteRun = z.infer<typeof CompleteRun>;

/**
 * A source's last word; nothing is taken of it afterwards. Its announced tests that never ran become skipped, "Did not run".
 * Said again it gets the same answer.
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

export const liveEndpoints = [openRun, sendEvents, putArtifact, completeRun] as const;
