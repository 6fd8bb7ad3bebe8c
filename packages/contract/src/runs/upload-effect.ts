import { z } from "zod";
import { counted } from "#text/counted.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { formatCount } from "#figures.ts";

/** Effect of an upload on its run compared with other uploads. Counts are numbers of tests. */
export const UploadEffect = z.object({
  /** Tests that had results in an earlier upload. */
  reran: z.number().int(),
  /** Tests that failed in an earlier upload and passed in this one. */
  recovered: z.number().int(),
  /** Tests that a later upload ran again. */
  superseded: z.number().int(),
  /** Tests whose execution is also reported by another upload. */
  copies: z.number().int(),
  /** Tests that this upload skipped and another upload ran. */
  leftOut: z.number().int(),
  /** Where the tests ran, if it is part of their names, such as `net8.0` or `packages/admin`. */
  place: z.string().nullable(),
  /** Files that this upload replaces because they were truncated or failed outside their tests. */
  repeats: z.array(z.string()),
  /** Later file that replaces this one. */
  repeatedBy: z.string().nullable(),
});
export type UploadEffect = z.infer<typeof UploadEffect>;

/** A report file, bundle or live reporter that contributed to a report. */
export const ReportUpload = z.object({
  id: Id,
  name: z.string(),
  format: z.string(),
  receivedAt: Timestamp,
  /** Start of the tests, if known. */
  startedAt: Timestamp.nullable(),
  tests: z.number().int(),
  shard: z.number().int().nullable(),
  /** `key=value`. */
  facts: z.array(z.string()),
  /** `null` for the only upload of a report, and for uploads before version 0.1. */
  effect: UploadEffect.nullable(),
});
export type ReportUpload = z.infer<typeof ReportUpload>;

export const listReportUploads = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/uploads",
  summary: "List the uploads of a report in order of arrival, with the effect of each (the first 200)",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  response: success(z.array(ReportUpload)),
});

/** Returns the effect of an upload as sentences. Empty if all of its tests were new. */
export function effectSentences(effect: UploadEffect): string[] {
  const { reran, recovered, superseded, copies, leftOut, place, repeats, repeatedBy } = effect;
  const [first, ...others] = repeats;
  const more = others.length === 0 ? "" : ` and ${formatCount(others.length)} more`;
  return [
    ...(repeatedBy === null ? [] : [`Repeated by ${repeatedBy}.`]),
    ...(first === undefined ? [] : [`Replaces ${first}${more}, which failed outside its tests or was truncated.`]),
    ...(reran === 0
      ? []
      : [
          `Ran ${counted(reran, "test")} again${recovered === 0 ? "" : `, ${counted(recovered, "passes", "pass")} now`}.`,
        ]),
    ...(superseded === 0 ? [] : [`${counted(superseded, "test")} ran again later.`]),
    ...(leftOut === 0
      ? []
      : [`Skipped ${counted(leftOut, "test")} that ran in another upload: their results are kept.`]),
    ...(copies === 0 ? [] : [`${counted(copies, "test")} counted once: another upload reports the same executions.`]),
    ...(place === null ? [] : [`Its tests are named after their location, ${place}.`]),
  ];
}
