import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { RunStatus } from "#runs/reports.ts";
import { TestState } from "#tests/tests.ts";
import { AnnotationStatus } from "#items/annotations.ts";

/** Objects of a project that contain all words of the search, latest first per kind. */
export const Found = z.object({
  reports: z.array(
    z.object({
      id: Id,
      number: z.number().int(),
      testSuite: z.string(),
      environment: z.string(),
      branch: z.string().nullable(),
      status: RunStatus,
      startTime: Timestamp,
    }),
  ),
  /** Tests, searched by file, titles and variant. If more than 1,000 tests match, only the most recently created 1,000 are used. */
  tests: z.array(
    z.object({
      id: Id,
      file: z.string().nullable(),
      titlePath: z.array(z.string()),
      variant: z.string(),
      state: TestState,
    }),
  ),
  /** Causes, searched by their error texts. */
  groups: z.array(
    z.object({ id: Id, message: z.string(), primaryClass: FailureClass.nullable(), lastSeen: Timestamp }),
  ),
  items: z.array(z.object({ id: Id, title: z.string(), status: AnnotationStatus })),
  /** Owners of tests, those with most tests first. */
  owners: z.array(z.object({ name: z.string(), tests: z.number().int().min(1) })),
});
export type Found = z.infer<typeof Found>;

export const searchProject = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/search",
  summary: "Search reports, tests, causes, analysis items and owners that contain all words",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  query: z.object({
    q: z.string().trim().min(1).max(200),
    /** Maximum number of results per kind. */
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  response: success(Found),
});
