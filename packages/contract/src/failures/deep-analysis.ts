import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { ModelShare } from "#runs/insights.ts";
import { FailureWindow } from "./failure-window.ts";
import { FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);

/** Explanation of a cause by a language model. All texts are untrusted, and the class is only a suggestion. */
export const ModelReply = z.object({
  /** Model name used by the service. */
  model: z.string(),
  rootCause: z.string(),
  technicalAnalysis: z.string(),
  recommendations: z.array(z.string()),
  /** Suggested class; `null` if there is none. */
  primaryClass: FailureClass.nullable(),
});
export type ModelReply = z.infer<typeof ModelReply>;

/** Progress or result of a deep analysis, which asks a language model about the causes of a period. `pending` causes have not been sent yet. */
export const DeepAnalysis = ModelShare.extend({
  status: z.enum(["running", "completed"]),
  /** Number of causes in the period. */
  causes: Count,
  /** Number of causes with an explanation, new or reused (`kept`). */
  described: Count,
  /** Number of causes left for another analysis. The number per analysis is limited, and the largest causes come first. */
  leftForLater: Count,
  startedAt: Timestamp,
  /** `null` while the analysis is running. */
  endedAt: Timestamp.nullable(),
});
export type DeepAnalysis = z.infer<typeof DeepAnalysis>;

const params = z.object({ projectId: Id });
const path = "/api/analysis/projects/:projectId/deep-analyze";

export const deepAnalyze = endpoint({
  method: "POST",
  path,
  summary: "Start a deep analysis of the causes of a period; returns the running one if there is one",
  allow: "project:triage",
  params,
  query: FailureWindow,
  response: success(DeepAnalysis),
});

export const readDeepAnalysis = endpoint({
  method: "GET",
  path,
  summary: "Read the progress of the deep analysis of a project",
  allow: "project:read",
  params,
  response: success(
    z.object({
      /** Configured model; `null` if none is configured or it is switched off. */
      model: z.string().nullable(),
      /** Latest analysis; `null` if there is none. */
      latest: DeepAnalysis.nullable(),
    }),
  ),
});
