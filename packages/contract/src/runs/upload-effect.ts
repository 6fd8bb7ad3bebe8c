import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { formatCount } from "#figures.ts";

/** Effect of an upload on its run in combination with others. Counts are tests. */
export const UploadEffect = z.object({
  /** Ran again what an earlier upload had. */
  reran: z.number().int(),
  /** Tests that failed before and pass now. */
  recovered: z.number().int(),
  /** Ran again by a later upload. */
  superseded: z.number().int(),
  /** Another upload reports the same execution. */
  copies: z.number().int(),
  /** Skipped here and run by another upload. */
  leftOut: z.number().int(),
  /** Where it ran, where that is part of the names of its tests: `net8.0`, `packages/admin`. */
  place: z.string().nullable(),
  /** Files that had broken off or failed outside their tests, and that this one repeats. */
  repeats: z.array(z.string()),
  /** The later file that repeats this one. */
  repeatedBy: z.string().nullable(),
});
export type UploadEffect = z.infer<typeof UploadEffect>;

/** One report file, bundle or live reporter that a report is made of. */
export const ReportUpload = z.object({
  id: Id,
  name: z.string(),
  format: z.string(),
  receivedAt: Moment,
  /** Start of its tests, if known. */
  startedAt: Moment.nullable(),
  tests: z.number().int(),
  shard: z.number().int().nullable(),
  /** `null` for the only upload of a report, and before 0.1. */
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
          `Ran ${tests(reran)} again${recovered === 0 ? "" : `, ${formatCount(recovered)} ${recovered === 1 ? "passes" : "pass"} now`}.`,
        ]),
    ...(superseded === 0 ? [] : [`${tests(superseded)} ran again later.`]),
    ...(leftOut === 0 ? [] : [`Skipped ${tests(leftOut)} that ran in another upload: their results are kept.`]),
    ...(copies === 0 ? [] : [`${tests(copies)} counted once: another upload reports the same executions.`]),
    ...(place === null ? [] : [`Its tests have the name of their place, ${place}.`]),
  ];
}

function tests(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "test" : "tests"}`;
}
