import type { PullRequestKind } from "@plumb/contract/runs/pull-request.ts";
import type { ComparedRun } from "#store/runs/base-run.ts";

/** A cause across the runs of a summary, before its texts are read. */
export interface FoundCause {
  readonly kind: Exclude<PullRequestKind, "quarantined">;
  groupId: number | null;
  failures: number;
  back: number;
  changedCause: number;
  flakyTests: number;
  quarantinedTests: number;
  /** First results, with their runs. */
  readonly results: { readonly resultId: number; readonly runId: number; readonly base: ComparedRun | null }[];
}

export function resultUrl(publicUrl: string, runId: number, resultId: number): string {
  return `${publicUrl}/reports/${runId}?result=${resultId}`;
}
