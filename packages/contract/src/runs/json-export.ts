import { z } from "zod";
import { Timestamp } from "#endpoint.ts";
import { PrintedOutput } from "./run-output.ts";
import { Problem, Report } from "./reports.ts";
import { Artifact, Attempt, ResultDetail } from "./results.ts";

const ExportedFile = Artifact.pick({ name: true, kind: true, contentType: true, size: true }).extend({
  /** Path in the original report. */
  path: z.string().nullable(),
  /** `null` if the file was not uploaded. */
  sha256: z.string().nullable(),
});

/** A report or one of its tests, as a JSON document. docs/json-export.md explains its fields. */
export const JsonExport = z.object({
  format: z.literal("plumb-report"),
  version: z.literal(1),
  exportedAt: Timestamp,
  source: z.object({ url: z.string(), project: z.string(), number: z.number().int().positive() }),
  report: z.object({
    key: z.string().nullable(),
    selection: z.enum(["report", "test"]),
    suite: z.string(),
    ...Report.pick({
      framework: true,
      environment: true,
      branch: true,
      commit: true,
      build: true,
      commitAuthor: true,
      pullRequest: true,
      ciUrl: true,
      status: true,
      startTime: true,
      endTime: true,
      tags: true,
      facts: true,
      metadata: true,
      authors: true,
      failedAuthors: true,
      summary: true,
    }).shape,
    interruption: z.string().nullable(),
    partial: z.string().nullable(),
    duration: z.number().nullable(),
  }),
  problems: z.array(Problem.omit({ id: true })),
  output: z.array(PrintedOutput.pick({ source: true, stream: true, text: true })),
  files: z.array(ExportedFile),
  tests: z.array(
    z.object({
      ...ResultDetail.pick({
        file: true,
        line: true,
        titlePath: true,
        variant: true,
        occurrence: true,
        status: true,
        flaky: true,
        retries: true,
        duration: true,
        browser: true,
        author: true,
        tags: true,
        annotations: true,
        skipReason: true,
      }).shape,
      attempts: z.array(Attempt.omit({ verdict: true })),
      artifacts: z.array(ExportedFile.extend(Artifact.pick({ attempt: true, step: true }).shape)),
    }),
  ),
});
export type JsonExport = z.infer<typeof JsonExport>;
