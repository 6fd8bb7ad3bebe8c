import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Db } from "#store/db.ts";
import type { LanguageModelRow } from "#store/administration/language-model.ts";
import { type StoredReply, storedResponses } from "#store/failures/analysis/llm-replies.ts";
import type { Findings, FoundCluster } from "#store/failures/analysis/report-analysis.ts";
import { isOn } from "./language-model.ts";

/** Number of the largest clusters to send; the rest is described by the engine only. */
const maxCauses = 10;

/** Returns the clusters to send to a model, with their positions. */
export function clustersToExplain(
  clusters: readonly FoundCluster[],
): { readonly index: number; readonly found: FoundCluster }[] {
  return clusters
    .map((found, index) => ({ index, found }))
    .filter(({ found }) => found.signature !== null)
    .slice(0, maxCauses);
}

/**
 * Returns a cluster with the explanation of a model. The findings of the engine are appended. Class, confidence, counts and tests are not changed.
 */
export function enriched(cluster: FoundCluster, response: StoredReply): FoundCluster {
  const { technicalAnalysis, recommendations } = cluster;
  return {
    ...cluster,
    llmEnhanced: true,
    rootCause: response.rootCause,
    technicalAnalysis:
      technicalAnalysis === null
        ? response.technicalAnalysis
        : `${response.technicalAnalysis}\n\nRead in the error:\n${technicalAnalysis}`,
    recommendations: response.recommendations.length === 0 ? recommendations : [...response.recommendations],
  };
}

/** Adds stored answers for the same signatures to the result. `llm` contains the number of missing ones. */
export async function withStoredResponses(
  db: Db,
  projectId: number,
  findings: Findings,
  row: LanguageModelRow,
): Promise<{ readonly findings: Findings; readonly llm: ModelShare | null }> {
  if (!isOn(row)) return { findings, llm: null };
  const requested = clustersToExplain(findings.clusters);
  const signatures = requested.flatMap(({ found }) => found.signature ?? []);
  const stored = await storedResponses(db, { projectId, model: row.model }, signatures);
  const clusters = [...findings.clusters];
  let count = 0;
  for (const { index, found } of requested) {
    const response = stored.get(found.signature ?? "");
    if (response === undefined) continue;
    clusters[index] = enriched(found, response);
    count += 1;
  }
  return {
    findings: { ...findings, clusters },
    llm: {
      model: row.model,
      pending: requested.length - count,
      kept: count,
      tokensIn: 0,
      tokensOut: 0,
      cost: row.inputPrice === null && row.outputPrice === null ? null : 0,
      note: null,
    },
  };
}
