import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Db } from "#store/db.ts";
import type { LanguageModelRow } from "#store/administration/language-model.ts";
import { type KeptAnswer, keptAnswers } from "#store/failures/analysis/llm-answers.ts";
import type { Findings, FoundCluster } from "#store/failures/analysis/report-analysis.ts";
import { isOn } from "./language-model.ts";

/** For the largest clusters; only the engine describes the others. */
const mostCauses = 10;

/** The clusters that a model is asked about, with their places. */
export function askedClusters(
  clusters: readonly FoundCluster[],
): { readonly index: number; readonly found: FoundCluster }[] {
  return clusters
    .map((found, index) => ({ index, found }))
    .filter(({ found }) => found.signature !== null)
    .slice(0, mostCauses);
}

/**
 * A cluster in a model's words. What the engine read stays below them; class, confidence, counts and tests are the
 * engine's and the report's alone.
 */
export function enriched(cluster: FoundCluster, answer: KeptAnswer): FoundCluster {
  const { technicalAnalysis, recommendations } = cluster;
  return {
    ...cluster,
    llmEnhanced: true,
    rootCause: answer.rootCause,
    technicalAnalysis:
      technicalAnalysis === null
        ? answer.technicalAnalysis
        : `${answer.technicalAnalysis}\n\nRead in the error:\n${technicalAnalysis}`,
    recommendations: answer.recommendations.length === 0 ? recommendations : [...answer.recommendations],
  };
}

/** Adds earlier answers for the same signatures to the result; `llm` has the number of missing ones. */
export async function withKeptAnswers(
  db: Db,
  projectId: number,
  findings: Findings,
  row: LanguageModelRow,
): Promise<{ readonly findings: Findings; readonly llm: ModelShare | null }> {
  if (!isOn(row)) return { findings, llm: null };
  const asked = askedClusters(findings.clusters);
  const signatures = asked.flatMap(({ found }) => found.signature ?? []);
  const kept = await keptAnswers(db, { projectId, model: row.model }, signatures);
  const clusters = [...findings.clusters];
  let count = 0;
  for (const { index, found } of asked) {
    const answer = kept.get(found.signature ?? "");
    if (answer === undefined) continue;
    clusters[index] = enriched(found, answer);
    count += 1;
  }
  return {
    findings: { ...findings, clusters },
    llm: {
      model: row.model,
      pending: asked.length - count,
      kept: count,
      tokensIn: 0,
      tokensOut: 0,
      cost: row.inputPrice === null && row.outputPrice === null ? null : 0,
      note: null,
    },
  };
}
