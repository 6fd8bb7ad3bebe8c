import { rate } from "@plumb/contract/figures.ts";
import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import { subClasses } from "@plumb/analysis/classification/taxonomy.ts";
import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { ReadError } from "@plumb/analysis/errors/read-error.ts";
import { suggestedFixes } from "@plumb/analysis/suggestions/suggested-fixes.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import type { Findings, FoundCluster } from "#store/failures/report-analysis.ts";
import { type Cause, causesOf } from "./causes.ts";
import { inPercent } from "./verdict.ts";

const keptClusters = 100;
const summedRecommendations = 3;

/**
 * Groups a report's failures by cause and says of each cause what it is taken for and what to try: as the project gathered
 * them, and by what the report says alone where it did not yet.
 */
export async function analyzeReport(db: Db, report: Report, signal?: AbortSignal): Promise<Findings> {
  const causes = await causesOf(db, report, signal);
  const clusters = causes.slice(0, keptClusters).map((cause, index) => clusterOf(cause, index, report));
  const failures = causes.reduce((sum, { count }) => sum + count, 0);
  const confidence = causes.reduce((sum, cause) => sum + cause.count * confidenceOf(cause), 0);
  return {
    insights: {
      confidence: failures === 0 ? 0 : Math.round(confidence / failures),
      totalFailedTests: failures,
      clusterCount: causes.length,
      summary: summaryOf(causes, failures),
      recommendations: clusters
        .flatMap(({ recommendations }) => recommendations.slice(0, 1))
        .slice(0, summedRecommendations),
    },
    clusters,
  };
}

function clusterOf(cause: Cause, index: number, { framework, environment }: Report): FoundCluster {
  const { error, verdict, signature, tests, browsers, count, timed, durationMs } = cause;
  const fixes = error === null ? [] : suggestedFixes(error, verdict?.subClass ?? null, framework);
  return {
    id: String(index + 1),
    signature,
    rootCause: rootCauseOf(cause),
    testCount: count,
    confidence: confidenceOf(cause),
    llmEnhanced: false,
    technicalAnalysis: error === null || verdict === null ? null : technicalAnalysis(error, verdict),
    recommendations: fixes.map(({ text, code }) => (code === null ? text : `${text} ${code}`)),
    tests,
    metadata: {
      browsers: [...browsers].toSorted(),
      environments: [environment],
      avgDuration: timed === 0 ? null : durationMs / timed,
    },
  };
}

/** Percent. What gives no error gives nothing to be sure of. */
function confidenceOf({ verdict }: Cause): number {
  return inPercent(verdict?.confidence ?? 0);
}

function rootCauseOf({ first, verdict }: Cause): string {
  const line = first.errorLine === null ? "The report has no error" : subjectFirst(first.errorLine);
  const subClass = verdict?.subClass ?? null;
  return subClass === null || verdict?.class === "Unknown" ? line : `${subClasses[subClass]}: ${line}`;
}

/** What was read in the error, part by part, and what it makes likely. */
function technicalAnalysis(error: ReadError, verdict: Verdict): string {
  const { type, action, target, host, status, expected, received, frame } = error;
  const parts: readonly (readonly [name: string, value: string | null])[] = [
    ["Class", `${verdict.class} (${inPercent(verdict.confidence)}%)`],
    [
      "Might also be",
      verdict.alternatives.length === 0
        ? null
        : verdict.alternatives.map((other) => `${other.class} (${inPercent(other.confidence)}%)`).join(", "),
    ],
    ["Decided by", decider(verdict.by)],
    ["Error type", type],
    ["Action", action],
    ["Target", target],
    ["Host", host],
    ["Status", status === null ? null : String(status)],
    ["Expected", expected],
    ["Received", received],
    ["Location in test code", frame === null ? null : `${frame.file}${frame.line === null ? "" : `:${frame.line}`}`],
    ["Evidence", verdict.evidence.length === 0 ? null : verdict.evidence.join("\n")],
  ];
  return parts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join("\n");
}

function decider(by: Verdict["by"]): string {
  if (by.kind === "rule") return `the rule ${by.rule}`;
  return by.kind === "person" ? "a person of the project" : "a model trained on labelled failures";
}

function failedTests(count: number): string {
  return `${count} failed ${count === 1 ? "test" : "tests"}`;
}

function summaryOf(causes: readonly Cause[], failures: number): string {
  const [largest] = causes;
  if (largest === undefined) return "No test failed.";
  // Rounding alone makes nothing all of it.
  const share = rate(largest.count, failures, 0) ?? 0;
  const byClass = [...Map.groupBy(causes, ({ verdict }) => verdict?.class ?? "Unknown")]
    .map(([name, its]) => ({ name, count: its.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name} ${count}`);
  const first =
    causes.length === 1
      ? `${failedTests(failures)} ${failures === 1 ? "has" : "have"} one cause: ${rootCauseOf(largest)}.`
      : `${failedTests(failures)} have ${causes.length} causes. The largest explains ${largest.count} of them (${share}%): ${rootCauseOf(largest)}.`;
  return `${first} By class: ${byClass.join(", ")}.`;
}
