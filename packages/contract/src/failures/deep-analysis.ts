import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { ModelShare } from "#runs/insights.ts";
import { FailureWindow } from "./failure-window.ts";
import { FailureClass } from "./verdict.ts";

const Count = z.number().int().min(0);

/** Explanation of a cause by a language model. Untrusted text; its class is a suggestion. */
export const ModelWords = z.object({
  /** As the service names it. */
  model: z.string(),
  rootCause: z.string(),
  technicalAnalysis: z.string(),
  recommendations: z.array(z.string()),
  /** The suggested class; null if there is none. */
  primaryClass: FailureClass.nullable(),
});
export type ModelWords = z.infer<typeof ModelWords>;

/** How a language model goes, or went, through the causes of a window. `pending` are those it is still to be asked about. */
export const DeepAnalysis = ModelShare.extend({
  status: z.enum(["running", "completed"]),
  /** Causes of the window. */
  causes: Count,
  /** Number with an explanation: `kept`, and new ones. */
  described: Count,
  /** Number left for another time: one analysis is limited, largest causes first. */
  leftForLater: Count,
  startedAt: Moment,
  /** Null while it runs. */
  endedAt: Moment.nullable(),
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
      /** The model that would be asked; null if none is set up, or it is switched off. */
      model: z.string().nullable(),
      /** Null if there was none. */
      latest: DeepAnalysis.nullable(),
    }),
  ),
});
