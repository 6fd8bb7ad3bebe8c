import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { ClassDecision, FailureClass } from "#failures/verdict.ts";

const Percent = z.number().min(0).max(100);

/** Failures of one run that are believed to have one cause. */
export const FailureCluster = z.object({
  id: z.string(),
  rootCause: z.string(),
  testCount: z.number().int(),
  /** 100 where a person set the class; `setBy` goes before it. */
  confidence: Percent,
  /** A person set the class, then or since the analysis; null if a rule or a model did. */
  setBy: z.object({ class: FailureClass, decision: ClassDecision.nullable() }).nullable(),
  /** A language model had a part in it. */
  llmEnhanced: z.boolean(),
  technicalAnalysis: z.string().nullable(),
  recommendations: z.array(z.string()),
  tests: z.array(z.object({ resultId: Id, name: z.string() })),
  metadata: z.object({
    browsers: z.array(z.string()),
    environments: z.array(z.string()),
    /** Milliseconds; null if no test has a duration. */
    avgDuration: z.number().nullable(),
  }),
});
export type FailureCluster = z.infer<typeof FailureCluster>;

/** Contribution of a language model to an analysis. Untrusted text. */
export const ModelShare = z.object({
  /** As the service names it. */
  model: z.string(),
  /** Causes that it is still to look at: the analysis is read again until none is. */
  pending: z.number().int().nonnegative(),
  /** Causes that it was asked about before: these took nothing now. */
  kept: z.number().int().nonnegative(),
  tokensIn: z.number().int().nonnegative(),
  tokensOut: z.number().int().nonnegative(),
  /** US dollars; null if no price is set. */
  cost: z.number().nonnegative().nullable(),
  /** Why it left causes to the engine alone, in a sentence; null if it left none. */
  note: z.string().nullable(),
});
export type ModelShare = z.infer<typeof ModelShare>;

export const FailureAnalysis = z.object({
  status: z.enum(["running", "completed", "failed"]),
  /** Null until it is completed. */
  insights: z
    .object({
      /** Of the causes that no person classified; 100 if there are none. */
      confidence: Percent,
      totalFailedTests: z.number().int(),
      clusterCount: z.number().int(),
      summary: z.string(),
      recommendations: z.array(z.string()),
    })
    .nullable(),
  clusters: z.array(FailureCluster),
  /** Null if no language model is configured. */
  llm: ModelShare.nullable(),
  /** When it ended; when it began while it is running. */
  timestamp: Moment,
  /** Why it failed; null if it did not. */
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
  /** `failures` counts what there is to analyze: tests that failed or errored. */
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
