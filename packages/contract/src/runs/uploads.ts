import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { uploadStates, uploadWays } from "./upload-labels.ts";
import { FileVerdict } from "./ingest.ts";
import { Problem } from "./reports.ts";

// An upload is a request with files, a live source, or a rejected request. Uploads are kept for 30 days, up to 10,000 per project, even after their
// report is deleted.

export const UploadState = z.enum(uploadStates);
export type UploadState = z.infer<typeof UploadState>;

export const UploadWay = z.enum(uploadWays);
export type UploadWay = z.infer<typeof UploadWay>;

const count = z.number().int().nonnegative();

export const UploadSender = z.object({
  /** `unknown`: a request without an account or a key of this project. */
  kind: z.enum(["key", "user", "unknown"]),
  /** Name at the time of the upload; `null` if unknown. */
  name: z.string().nullable(),
  /** Id of the key, to filter the list; `null` if no key was used. */
  keyId: Id.nullable(),
});
export type UploadSender = z.infer<typeof UploadSender>;

export const UploadReport = z.object({
  id: Id,
  number: z.number().int().positive(),
  suite: z.string(),
  /** True if the report was deleted. */
  gone: z.boolean(),
});
export type UploadReport = z.infer<typeof UploadReport>;

export const Upload = z.object({
  id: Id,
  receivedAt: Timestamp,
  /** `null` while the upload is in progress. */
  endedAt: Timestamp.nullable(),
  way: UploadWay,
  state: UploadState,
  /** Number of requests in this row. After 20 rejected requests in a minute, later ones share a row. */
  times: z.number().int().positive(),
  sender: UploadSender,
  /** Suite given by the sender; `null` if missing. The fields below also come from the sender. */
  suite: z.string().nullable(),
  environment: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  build: z.string().nullable(),
  ciUrl: z.string().nullable(),
  /** Shard of the run, and the number of shards. */
  shard: z.object({ current: z.number().int(), total: z.number().int().nullable() }).nullable(),
  /** Name of the first file or of the live source. */
  name: z.string(),
  /** Number of files as sent; an archive counts as one. */
  fileCount: count,
  bytes: count,
  tests: count,
  problemCount: count,
  /** Reason for the state and what to do; `null` if no explanation is needed. */
  reason: z.string().nullable(),
  /** The first 20 reports that contain results of this upload. */
  reports: z.array(UploadReport),
});
export type Upload = z.infer<typeof Upload>;

const params = z.object({ projectId: Id });

/** One value or several. An empty value is ignored. */
const States = z
  .union([UploadState.transform((only) => [only]), z.array(UploadState).max(uploadStates.length)])
  .optional();

export const listUploads = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/uploads",
  summary: "List uploads of a project with their outcome, newest first: from the last 30 days, up to 10,000",
  allow: "project:read",
  params,
  query: z.object({
    state: States,
    /** Only uploads with this API key. */
    key: Id.optional(),
    /** Only uploads of this report. */
    report: Id.optional(),
    from: Timestamp.optional(),
    /** Upper bound, exclusive. */
    until: Timestamp.optional(),
    /** Each word must occur in a file name, the suite, the branch, the commit, the build, the sender, or a report number such as `#12`. */
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Upload), { nextCursor: Id.nullable() }),
});

export const UploadFile = FileVerdict.extend({
  /** `null` if the file was not received completely. */
  bytes: count.nullable(),
});
export type UploadFile = z.infer<typeof UploadFile>;

export const FileProblems = z.object({
  /** `null` for problems that do not belong to a file. */
  file: z.string().nullable(),
  /** By line. */
  problems: z.array(Problem.extend({ reportId: Id })),
});
export type FileProblems = z.infer<typeof FileProblems>;

export const UploadDetails = Upload.extend({
  /** At most 50 files, most important first. */
  files: z.array(UploadFile),
  /** Number of all files, including those in archives. */
  verdictCount: count,
  /** The first 200 problems, by file and line. */
  problems: z.array(FileProblems),
  /** API key of the upload; `null` without a key and for users who may not see the keys of the project. */
  key: z
    .object({
      prefix: z.string(),
      state: z.enum(["active", "expired", "revoked", "gone"]),
      lastUsedAt: Timestamp.nullable(),
    })
    .nullable(),
});
export type UploadDetails = z.infer<typeof UploadDetails>;

export const readUpload = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/uploads/:uploadId",
  summary: "Read an upload with its files and problems",
  allow: "project:read",
  params: z.object({ projectId: Id, uploadId: Id }),
  response: success(UploadDetails),
});

/** A report with missing shards. */
export const IncompleteReport = z.object({
  id: Id,
  number: z.number().int().positive(),
  suite: z.string(),
  build: z.string().nullable(),
  branch: z.string().nullable(),
  shardTotal: z.number().int(),
  /** Number of received shards. */
  came: count,
  /** Numbers of the missing shards, the first 50. */
  missing: z.array(z.number().int()),
  missingCount: count,
  /** Time of the last activity of any shard. */
  lastHeardAt: Timestamp,
  /** Time until which the report waits for missing shards; `null` if it ended without them. */
  waitsUntil: Timestamp.nullable(),
});
export type IncompleteReport = z.infer<typeof IncompleteReport>;

/** A key or a suite that stopped sending, based on the last 30 days. */
export const SilentSender = z.object({
  kind: z.enum(["key", "suite"]),
  name: z.string(),
  /** Of a key. */
  keyId: Id.nullable(),
  lastAt: Timestamp,
  /** Whole days since `lastAt`. */
  silentDays: z.number().int().positive(),
  /** Number of days with uploads, and number of days in the period up to the last upload. */
  activeDays: z.number().int().positive(),
  ofDays: z.number().int().positive(),
});
export type SilentSender = z.infer<typeof SilentSender>;

const Counts = z.object(
  Object.fromEntries(uploadStates.map((state) => [state, count])) as Record<UploadState, typeof count>,
);

export const UploadHealth = z.object({
  /** Number of requests by state in the last 24 hours and the last 7 days. */
  counts: z.object({ day: Counts, week: Counts }),
  /** API keys used in the last 30 days, latest first, the first 100. */
  keys: z.array(z.object({ id: Id, name: z.string() })),
  /** The first 20 of the last 7 days; reports that are still waiting come first. */
  incomplete: z.array(IncompleteReport),
  silent: z.array(SilentSender),
  /** Time of the oldest stored upload; `null` if there is none. */
  since: Timestamp.nullable(),
});
export type UploadHealth = z.infer<typeof UploadHealth>;

export const readUploadHealth = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/upload-health",
  summary: "Read the number of uploads by state, reports with missing shards, and senders that stopped",
  allow: "project:read",
  params,
  response: success(UploadHealth),
});
