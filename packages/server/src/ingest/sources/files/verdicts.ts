import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { ReportFacts } from "#ingest/record/gather.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";

/** Some readers report that tests before a break were kept, which is wrong for a rejected file. */
const keptBefore = /\. What came before was kept\.?$/;

export function rejected(name: string, reason: string): FileVerdict {
  return { name, verdict: "rejected", format: null, reportId: null, tests: 0, reason: reason.replace(keptBefore, ".") };
}

/** A reason with its place in the file. */
export function located({ line, reason }: Pick<ReportProblem, "line" | "reason">): string {
  return line === null ? reason : `Line ${line}: ${reason}`;
}

/**
 * Why a report is incomplete, and which part of it was stored: readers of some formats already mention the latter.
 */
export function partialReason(broke: Pick<ReportProblem, "line" | "reason">, tests: number): string {
  const said = located(broke).replace(keptBefore, "").replace(/\.$/, "");
  return `${said}. ${tests === 1 ? "The test before it was" : `The ${tests} tests before it were`} kept.`;
}

/** What to know about a report that was read whole; null if there is nothing. */
export function firstProblem({ problems }: Pick<ReportFacts, "problems">): string | null {
  const [problem] = problems;
  if (problem === undefined) return null;
  return problems.length === 1 ? located(problem) : `${located(problem)} (and ${problems.length - 1} more)`;
}
