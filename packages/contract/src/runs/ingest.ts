import { z } from "zod";
import { endpoint, Id, Moment, optionalFlag, success, WebAddress } from "#endpoint.ts";
import { Problem, RunStatus } from "./reports.ts";
import { UploadEffect } from "./upload-effect.ts";
import { uploadLimits } from "./upload-limits.ts";

/** Effect of an upload on its run. Counters are those of the whole run. */
export const UploadedRun = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Where a person reads it. */
  url: z.string(),
  suite: z.string(),
  status: RunStatus,
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  flaky: z.number().int(),
  /** Why only part of the suite ran; null for a whole run. */
  partial: z.string().nullable().optional(),
  /** What this upload changed next to others of the run; `null` if it is the only one. */
  effect: UploadEffect.nullable().optional(),
  /** The first 100 of this upload. */
  problems: z.array(Problem.omit({ id: true })),
});
export type UploadedRun = z.infer<typeof UploadedRun>;

/**
 * - `imported`: its tests are in the run. - `duplicate`: the run already had this file; nothing changed.
 * - `partial`: it broke off; what came before was kept. - `artifact`: a file that a report refers to; with a reason if the project had no room for it.
 * - `unused`: neither a report nor referred to by one. - `rejected`: nothing of it was kept.
 */
export const FileVerdict = z.object({
  name: z.string(),
  verdict: z.enum(["imported", "duplicate", "partial", "artifact", "unused", "rejected"]),
  /** Id of the format it was read as; null if none recognised it. */
  format: z.string().nullable(),
  reportId: Id.nullable(),
  tests: z.number().int(),
  /** Reason and location, if the outcome needs an explanation. */
  reason: z.string().nullable(),
});
export type FileVerdict = z.infer<typeof FileVerdict>;

const text = (max: number) => z.string().trim().min(1).max(max).optional();

const earliestStart = Date.UTC(2000, 0, 1);
const skewOfClocks = 24 * 60 * 60 * 1000;

/** A run that began in another age or will begin tomorrow would be the latest, or the oldest, for good. */
export function isPlausibleStart(moment: string): boolean {
  const at = Date.parse(moment);
  return at >= earliestStart && at <= Date.now() + skewOfClocks;
}

export const UploadQuery = z.object({
  /** Needed for a signed-in user; an API key belongs to its project. */
  projectId: Id.optional(),
  suite: text(uploadLimits.suite),
  environment: text(uploadLimits.environment),
  framework: text(uploadLimits.framework),
  branch: text(uploadLimits.branch),
  commit: text(uploadLimits.commit),
  /** Author of the tested commit. */
  commitAuthor: text(uploadLimits.commitAuthor),
  /** Number or id of the pull or merge request that was tested. */
  pullRequest: text(uploadLimits.pullRequest),
  /** The branch that the pull request goes into: what its failures are compared with. */
  targetBranch: text(uploadLimits.targetBranch),
  /** Uploads of one build merge into one run per suite and environment. */
  build: text(uploadLimits.build),
  ciUrl: WebAddress.max(uploadLimits.ciUrl).optional(),
  /** The CI job that ran the tests, the same when it runs again. */
  job: text(uploadLimits.job),
  /** Which attempt of the job this is, from 1: a later one runs the tests of the earlier ones again. */
  jobAttempt: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** A machine's clock may be wrong by years; a larger difference is a mistake. */
  startedAt: Moment.refine(
    (moment) => moment >= "2000" && moment < "2200",
    "Choose a time between the years 2000 and 2199",
  ).optional(),
  /**
   * Only part of the suite ran (`true`), or all of it (`false`), whatever the number of tests looks like. Runs are never compared with a partial one, and
   * it does not turn a red suite green.
   */
  partial: optionalFlag,
  /** Id of a format, to skip detection. */
  format: text(60),
  /** Name of the file when the body is the file itself. */
  filename: text(500),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

/**
 * Body: multipart/form-data with any number of `files`, or one file as the raw body. Files may be reports, zip or
 * tar.gz archives of them, and the artifacts they refer to. `data` is one run, or a list where the files are several.
 */
export const upload = endpoint({
  method: "POST",
  path: "/api/ingest/uploads",
  summary: "Upload report files with their artifacts",
  allow: "ingest",
  query: UploadQuery,
  body: z.unknown(),
  response: success(z.union([UploadedRun, z.array(UploadedRun)]), { files: z.array(FileVerdict) }),
});

/** A rejected upload with the outcome of each file. */
export const UploadRefusal = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  files: z.array(FileVerdict).optional(),
  /** Where people see what became of it. */
  uploadUrl: z.string().optional(),
});
export type UploadRefusal = z.infer<typeof UploadRefusal>;
