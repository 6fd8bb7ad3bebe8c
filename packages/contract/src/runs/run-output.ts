import { z } from "zod";
import { endpoint, Id, success } from "#endpoint.ts";
import { Artifact } from "./results.ts";

/** Output of a run outside its tests, from one report. */
export const PrintedOutput = z.object({
  id: Id,
  /** Uploaded report that contains the output. */
  source: z.string(),
  stream: z.enum(["stdout", "stderr"]),
  text: z.string(),
});
export type PrintedOutput = z.infer<typeof PrintedOutput>;

export const RunOutput = z.object({
  printed: z.array(PrintedOutput),
  files: z.array(Artifact),
});
export type RunOutput = z.infer<typeof RunOutput>;

export const readRunOutput = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/output",
  summary: "List output and files of a report outside its tests (the first 200 of each)",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  response: success(RunOutput),
});
