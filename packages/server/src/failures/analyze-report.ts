import { counted } from "@plumb/contract/text/counted.ts";
import { rate } from "@plumb/contract/figures.ts";
import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import { subClasses } from "@plumb/analysis/classification/taxonomy.ts";
import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import type { ReadError } from "@plumb/analysis/errors/read-error.ts";
import { suggestedFixes } from "@plumb/analysis/suggestions/suggested-fixes.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Db } from "#store/db.ts";
import type { Findings, FoundCluster, FoundVerdict } from "#store/failures/analysis/report-analysis.ts";
import { type Cause, causesOf } from "./causes.ts";
import { aPerson, inLines, ruleText, theModel } from "./present-analysis.ts";
import { inPercent, percentOf } from "./verdict.ts";

const retainedClusters = 100;
const summedRecommendations = 3;

/**
 * Groups the failures of a report by cause, with class and fixes: as grouped in the project, or by the report alone if the project has not grouped
 * them yet.
 */
export async function analyzeReport(db: Db, report: Report, signal?: AbortSignal): Promise<Findings> {
  const causes = await causesOf(db, report, signal);
  const clusters = causes.slice(0, retainedClusters).map((cause, index) => clusterOf(cause, index, report));
  const failures = failuresOf(causes);
  const guessed = causes.filter((cause) => confidenceOf(cause) !== null);
  const confidence = guessed.reduce((sum, cause) => sum + cause.count * (confidenceOf(cause) ?? 0), 0);
  return {
    insights: {
      confidence: guessed.length === 0 ? 100 : Math.round(confidence / failuresOf(guessed)),
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

function failuresOf(causes: readonly Cause[]): number {
  return causes.reduce((sum, { count }) => sum + count, 0);
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
    verdict: verdict && foundVerdict(verdict),
    recommendations: fixes.map(({ text, code }) => (code === null ? text : `${text} ${code}`)),
    tests,
    metadata: {
      browsers: [...browsers].toSorted(),
      environments: [environment],
      avgDuration: timed === 0 ? null : durationMs / timed,
    },
  };
}

/** Returns the confidence in percent; 0 without an error, `null` if a user decided. */
function confidenceOf({ verdict }: Cause): number | null {
  return verdict === null ? 0 : percentOf(verdict);
}

function rootCauseOf({ first, verdict }: Cause): string {
  const line = first.errorLine === null ? "The report has no error" : subjectFirst(first.errorLine);
  const subClass = verdict?.subClass ?? null;
  return subClass === null || verdict?.class === "Unknown" ? line : `${subClasses[subClass]}: ${line}`;
}

/** Returns the recognised parts of the error, one per line. */
function technicalAnalysis(error: ReadError, verdict: Verdict): string {
  const { type, action, target, host, status, expected, received, frame } = error;
  return inLines([
    ["Error type", type],
    ["Action", action],
    ["Target", target],
    ["Host", host],
    ["Status", status === null ? null : String(status)],
    ["Expected", expected],
    ["Received", received],
    ["Location in test code", frame === null ? null : `${frame.file}${frame.line === null ? "" : `:${frame.line}`}`],
    ["Evidence", verdict.evidence.length === 0 ? null : verdict.evidence.join("\n")],
  ]);
}

function foundVerdict(verdict: Verdict): FoundVerdict {
  const { class: name, alternatives, by } = verdict;
  return {
    class: name,
    confidence: percentOf(verdict),
    others: alternatives.map((other) => `${other.class} (${inPercent(other.confidence)}%)`).join(", "),
    by: by.kind === "rule" ? ruleText(by.rule) : by.kind === "person" ? aPerson : theModel,
  };
}

function summaryOf(causes: readonly Cause[], failures: number): string {
  const [largest] = causes;
  if (largest === undefined) return "No tests failed.";
  // `rate` never rounds up to 100% if some failures have other causes.
  const share = rate(largest.count, failures, 0) ?? 0;
  const byClass = [...Map.groupBy(causes, ({ verdict }) => verdict?.class ?? "Unknown")]
    .map(([name, its]) => ({ name, count: its.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, count }) => `${name} ${count}`);
  const first =
    causes.length === 1
      ? `${counted(failures, "failed test")} ${failures === 1 ? "has" : "share"} one cause: ${rootCauseOf(largest)}.`
      : `${counted(failures, "failed test")} have ${causes.length} causes. The largest explains ${largest.count} of them (${share}%): ${rootCauseOf(largest)}.`;
  return `${first} By class: ${byClass.join(", ")}.`;
}
