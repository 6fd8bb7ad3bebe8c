import { z } from "zod";
import { endpoint, Id, Timestamp, optionalFlag, success, WebAddress } from "#endpoint.ts";
import { Problem, RunStatus } from "./reports.ts";
import { UploadEffect } from "./upload-effect.ts";
import { labelLimits, parseFacts, parseTags } from "./run-labels.ts";
import { uploadLimits } from "./upload-limits.ts";

/** Effect of an upload on its run. Counts are those of the whole run. */
export const UploadedRun = z.object({
  reportId: Id,
  number: z.number().int().positive(),
  /** Address of the page for users. */
  url: z.string(),
  suite: z.string(),
  status: RunStatus,
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  flaky: z.number().int(),
  /** Reason why only part of the suite ran; `null` for a complete run. */
  partial: z.string().nullable().optional(),
  /** Effect of this upload if the run has several; otherwise `null`. */
  effect: UploadEffect.nullable().optional(),
  /** The first 100 problems of this upload. */
  problems: z.array(Problem.omit({ id: true })),
});
export type UploadedRun = z.infer<typeof UploadedRun>;

/**
 * - `imported`: its tests are in the run. - `duplicate`: the run already had this file; nothing changed.
 * - `partial`: the file was truncated; everything before that was kept. - `artifact`: a file that a report refers to; has a reason if the storage of
 * the project was full.
 * - `unused`: not a report, and no report refers to it. - `rejected`: not stored.
 */
export const FileVerdict = z.object({
  name: z.string(),
  verdict: z.enum(["imported", "duplicate", "partial", "artifact", "unused", "rejected"]),
  /** Id of the detected format; `null` if the format is unknown. */
  format: z.string().nullable(),
  reportId: Id.nullable(),
  tests: z.number().int(),
  /** Reason and location, if the outcome needs an explanation. */
  reason: z.string().nullable(),
});
export type FileVerdict = z.infer<typeof FileVerdict>;

const text = (max: number) => z.string().trim().min(1).max(max).optional();

/** Accepts one text or a list, and normalises it. Texts may have spaces around them. */
function labels(word: "tags" | "facts", length: number, parse: (texts: readonly string[]) => string[] | string) {
  const { perUpload } = labelLimits;
  const tooLong = `Each of the ${word} must be at most ${length} characters long`;
  const texts = z
    .array(z.string().max(length + 50, tooLong))
    .max(perUpload, `An upload can have at most ${perUpload} ${word}`);
  return z
    .preprocess((value) => (typeof value === "string" ? [value] : value), texts)
    .transform((list, context) => {
      const parsed = parse(list);
      if (typeof parsed !== "string") return parsed;
      context.addIssue({ code: "custom", message: parsed, input: list });
      return z.NEVER;
    })
    .optional();
}

/** Short names for what kind of run it is, such as `nightly`. */
export const Tags = labels("tags", labelLimits.tag, parseTags);
/** Properties of the machines or the tested product, as `key=value`, such as `browser=chrome-143`. */
export const Facts = labels("facts", labelLimits.factKey + labelLimits.factValue + 1, parseFacts);

const earliestStart = Date.UTC(2000, 0, 1);
const skewOfClocks = 24 * 60 * 60 * 1000;

/** Returns true if the time is between 2000 and tomorrow. A run with another time would always be the oldest or the latest one. */
export function isPlausibleStart(timestamp: string): boolean {
  const at = Date.parse(timestamp);
  return at >= earliestStart && at <= Date.now() + skewOfClocks;
}

export const UploadQuery = z.object({
  /** Required for signed-in users. API keys belong to a project. */
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
  /** Branch that the pull request will be merged into. The run is compared with runs of this branch. */
  targetBranch: text(uploadLimits.targetBranch),
  /** Uploads of one build merge into one run per suite and environment. */
  build: text(uploadLimits.build),
  ciUrl: WebAddress.max(uploadLimits.ciUrl).optional(),
  /** Id of the CI job that ran the tests. It must stay the same when the job is repeated, and differ for each leg of a matrix. */
  job: text(uploadLimits.job),
  /** Attempt of the job, from 1. Each attempt repeats the tests of earlier attempts. */
  jobAttempt: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Name of the machine that sends the results. The same job on another machine is another leg of a matrix. */
  host: text(uploadLimits.host),
  /** A machine's clock may be wrong by years; times outside this range are mistakes. */
  startedAt: Timestamp.refine(
    (timestamp) => timestamp >= "2000" && timestamp < "2200",
    "Choose a time between the years 2000 and 2199",
  ).optional(),
  /** Can be repeated: `tag=nightly&tag=smoke`. */
  tag: Tags,
  /** Can be repeated: `fact=browser=chrome-143&fact=os=linux`. */
  fact: Facts,
  /**
   * `true` if only part of the suite ran, `false` for a complete run, regardless of the number of tests. Partial runs are never used as a base and do
   * not turn a red suite green.
   */
  partial: optionalFlag,
  /** `true` if these tests run again: a test that passes now replaces its failure in earlier uploads of the build, and counts as flaky. */
  rerun: optionalFlag,
  /** Id of a format, to skip detection. */
  format: text(60),
  /** File name, if the body is the file content. */
  filename: text(500),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

/**
 * Body: multipart/form-data with any number of `files`, or a single file as the raw body. Files can be reports, zip or
 * tar.gz archives of reports, and artifacts of the reports. `data` is a run, or a list of runs if there are several.
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
  /** Address of the upload's page, for users. */
  uploadUrl: z.string().optional(),
});
export type UploadRefusal = z.infer<typeof UploadRefusal>;
