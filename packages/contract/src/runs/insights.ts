import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { ClassDecision, FailureClass } from "#failures/verdict.ts";

const Percent = z.number().min(0).max(100);

/** Failures of a run that probably have the same cause. */
export const FailureCluster = z.object({
  id: z.string(),
  rootCause: z.string(),
  testCount: z.number().int(),
  /** `null` if a user set the class. */
  confidence: Percent.nullable(),
  /** Class that a user set before or after the analysis; `null` if the class is automatic. */
  setBy: z.object({ class: FailureClass, decision: ClassDecision.nullable() }).nullable(),
  /** True if a language model contributed. */
  llmEnhanced: z.boolean(),
  technicalAnalysis: z.string().nullable(),
  recommendations: z.array(z.string()),
  tests: z.array(z.object({ resultId: Id, name: z.string() })),
  metadata: z.object({
    browsers: z.array(z.string()),
    environments: z.array(z.string()),
    /** Milliseconds; `null` if no test has a duration. */
    avgDuration: z.number().nullable(),
  }),
});
export type FailureCluster = z.infer<typeof FailureCluster>;

/** Contribution of a language model to an analysis. All texts are untrusted. */
export const ModelShare = z.object({
  /** Model name used by the service. */
  model: z.string(),
  /** Number of causes that the model has not processed yet. Clients read the analysis again until this is 0. */
  pending: z.number().int().nonnegative(),
  /** Number of causes with an explanation from an earlier analysis, which used no tokens this time. */
  kept: z.number().int().nonnegative(),
  tokensIn: z.number().int().nonnegative(),
  tokensOut: z.number().int().nonnegative(),
  /** US dollars; `null` if no price is set. */
  cost: z.number().nonnegative().nullable(),
  /** Why the model was not used for some causes, as a sentence; `null` if it was used for all. */
  note: z.string().nullable(),
});
export type ModelShare = z.infer<typeof ModelShare>;

export const FailureAnalysis = z.object({
  status: z.enum(["running", "completed", "failed"]),
  /** `null` until the analysis is completed. */
  insights: z
    .object({
      /** Confidence for the causes that were not classified by users; 100 if there are none. */
      confidence: Percent,
      totalFailedTests: z.number().int(),
      clusterCount: z.number().int(),
      summary: z.string(),
      recommendations: z.array(z.string()),
    })
    .nullable(),
  clusters: z.array(FailureCluster),
  /** `null` if no language model is configured. */
  llm: ModelShare.nullable(),
  /** Time when the analysis ended, or started if it is running. */
  timestamp: Timestamp,
  /** Error message; `null` if the analysis did not fail. */
  error: z.string().nullable(),
});
export type FailureAnalysis = z.infer<typeof FailureAnalysis>;

const params = z.object({ reportId: Id });

export const readAnalysis = endpoint({
  method: "GET",
  path: "/api/ai/reports/:reportId/analysis",
  summary: "Read the analysis of the failures of a report; null if there is none",
  allow: "project:read",
  params,
  /** `failures`: number of failed and errored tests. */
  response: success(FailureAnalysis.nullable(), { failures: z.number().int() }),
});

export const analyzeFailures = endpoint({
  method: "POST",
  path: "/api/ai/reports/:reportId/analyze",
  summary: "Analyze the failures of a report and return the analysis",
  allow: "project:triage",
  params,
  response: success(FailureAnalysis),
});

export const analyzeInBackground = endpoint({
  method: "POST",
  path: "/api/ai/reports/:reportId/analyze/background",
  summary: "Start the analysis of the failures of a report in the background",
  allow: "project:triage",
  params,
  response: success(FailureAnalysis),
});
