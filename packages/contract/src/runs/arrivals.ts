import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { arrivalStates, arrivalWays } from "./arrival-words.ts";
import { FileVerdict } from "./ingest.ts";
import { Problem } from "./reports.ts";

// What people call an upload: one request with files, one live source, or a request that was refused. It is kept for 30
// days, up to 10,000 of a project, also when the report that it became is deleted.

export const ArrivalState = z.enum(arrivalStates);
export type ArrivalState = z.infer<typeof ArrivalState>;

export const ArrivalWay = z.enum(arrivalWays);
export type ArrivalWay = z.infer<typeof ArrivalWay>;

const count = z.number().int().nonnegative();

export const ArrivalSender = z.object({
  /** `unknown`: a request without an account or a key of this project. */
  kind: z.enum(["key", "user", "unknown"]),
  /** Name at that time; `null` if unknown. */
  name: z.string().nullable(),
  /** Id of the key, to filter the list; `null` for everyone else. */
  keyId: Id.nullable(),
});
export type ArrivalSender = z.infer<typeof ArrivalSender>;

export const ArrivalReport = z.object({
  id: Id,
  number: z.number().int().positive(),
  suite: z.string(),
  /** It has been deleted since. */
  gone: z.boolean(),
});
export type ArrivalReport = z.infer<typeof ArrivalReport>;

export const Arrival = z.object({
  id: Id,
  receivedAt: Moment,
  /** When it came to its end; null while it is on its way. */
  endedAt: Moment.nullable(),
  way: ArrivalWay,
  state: ArrivalState,
  /** The number of requests it represents: beyond 20 in a minute, refused ones are counted in one row. */
  times: z.number().int().positive(),
  sender: ArrivalSender,
  /** The sender's own information; null if there is none. */
  suite: z.string().nullable(),
  environment: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  build: z.string().nullable(),
  ciUrl: z.string().nullable(),
  /** Which part of its run, and of how many. */
  shard: z.object({ current: z.number().int(), total: z.number().int().nullable() }).nullable(),
  /** The first file that was sent, or what the live source is called. */
  name: z.string(),
  /** As sent: an archive is one. */
  fileCount: count,
  bytes: count,
  tests: count,
  problemCount: count,
  /** Why it is in this state, and what to do; null if there is nothing to say. */
  reason: z.string().nullable(),
  /** What it became, or has a part in: the first 20. */
  reports: z.array(ArrivalReport),
});
export type Arrival = z.infer<typeof Arrival>;

const params = z.object({ projectId: Id });

/** One value or several; an empty one is ignored. */
const States = z
  .union([ArrivalState.transform((only) => [only]), z.array(ArrivalState).max(arrivalStates.length)])
  .optional();

export const listArrivals = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/uploads",
  summary: "List uploads of a project with their outcome, newest first: from the last 30 days, up to 10,000",
  allow: "project:read",
  params,
  query: z.object({
    state: States,
    /** Sent with this API key. */
    key: Id.optional(),
    /** Uploads of this report. */
    report: Id.optional(),
    from: Moment.optional(),
    /** Before this moment. */
    until: Moment.optional(),
    /** Each word must occur in a file's name, the suite, the branch, the commit, the build, the sender or `#12`, a report's number. */
    search: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the page before. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Arrival), { nextCursor: Id.nullable() }),
});

export const ArrivalFile = FileVerdict.extend({
  /** Null if it was not received whole. */
  bytes: count.nullable(),
});
export type ArrivalFile = z.infer<typeof ArrivalFile>;

export const FileProblems = z.object({
  /** Null for what belongs to no file. */
  file: z.string().nullable(),
  /** By line. */
  problems: z.array(Problem.extend({ reportId: Id })),
});
export type FileProblems = z.infer<typeof FileProblems>;

export const ArrivalDetails = Arrival.extend({
  /** The ones to read first: 50 at most. */
  files: z.array(ArrivalFile),
  /** Their number, including those in archives. */
  verdictCount: count,
  /** By file and line: the first 200 problems that were recorded of it. */
  problems: z.array(FileProblems),
  /** The key that sent it, for users who may see the project's keys; null for all others, and without a key. */
  key: z
    .object({
      prefix: z.string(),
      state: z.enum(["active", "expired", "revoked", "gone"]),
      lastUsedAt: Moment.nullable(),
    })
    .nullable(),
});
export type ArrivalDetails = z.infer<typeof ArrivalDetails>;

export const readArrival = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/uploads/:uploadId",
  summary: "Read an upload with its files and problems",
  allow: "project:read",
  params: z.object({ projectId: Id, uploadId: Id }),
  response: success(ArrivalDetails),
});

/** A report of several parts that lacks some of them. */
export const IncompleteReport = z.object({
  id: Id,
  number: z.number().int().positive(),
  suite: z.string(),
  build: z.string().nullable(),
  branch: z.string().nullable(),
  shardTotal: z.number().int(),
  /** How many came. */
  came: count,
  /** Which are missing: the first 50. */
  missing: z.array(z.number().int()),
  missingCount: count,
  /** When a part of it was last heard of. */
  lastHeardAt: Moment,
  /** It waits until then; null if it ended without them. */
  waitsUntil: Moment.nullable(),
});
export type IncompleteReport = z.infer<typeof IncompleteReport>;

/** A key or a suite that stopped sending, judged by the last 30 days. */
export const SilentSender = z.object({
  kind: z.enum(["key", "suite"]),
  name: z.string(),
  /** Of a key. */
  keyId: Id.nullable(),
  lastAt: Moment,
  /** Whole days since then. */
  silentDays: z.number().int().positive(),
  /** On how many days something came, of how many days, up to the last time. */
  activeDays: z.number().int().positive(),
  ofDays: z.number().int().positive(),
});
export type SilentSender = z.infer<typeof SilentSender>;

const Counts = z.object(
  Object.fromEntries(arrivalStates.map((state) => [state, count])) as Record<ArrivalState, typeof count>,
);

export const UploadHealth = z.object({
  /** Requests by state, of the last 24 hours and of the last 7 days. */
  counts: z.object({ day: Counts, week: Counts }),
  /** Keys that something came from in 30 days, the latest first: the first 100. */
  keys: z.array(z.object({ id: Id, name: z.string() })),
  /** From the last 7 days, waiting ones first: the first 20. */
  incomplete: z.array(IncompleteReport),
  silent: z.array(SilentSender),
  /** When the first upload that is kept came in; null if none is. */
  since: Moment.nullable(),
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

export const arrivalEndpoints = [listArrivals, readArrival, readUploadHealth] as const;
