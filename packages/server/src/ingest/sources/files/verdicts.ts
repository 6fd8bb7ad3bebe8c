import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";

/** Some readers add that earlier tests were kept, which is wrong for a rejected file. */
const storedNote = /\. The content before that was kept\.?$/;

export function rejected(name: string, reason: string): FileVerdict {
  return { name, verdict: "rejected", format: null, reportId: null, tests: 0, reason: reason.replace(storedNote, ".") };
}

/** Returns a reason with its line number. */
export function located({ line, reason }: Pick<ReportProblem, "line" | "reason">): string {
  return line === null ? reason : `Line ${line}: ${reason}`;
}

/** Returns why a report is incomplete, and which part of it was stored. Readers of some formats already mention the latter. */
export function partialReason(broke: Pick<ReportProblem, "line" | "reason">, tests: number): string {
  const text = located(broke).replace(storedNote, "").replace(/\.$/, "");
  return `${text}. ${tests === 1 ? "The test before it was" : `The ${tests} tests before it were`} kept.`;
}

/** Returns the first problem of a complete report and the number of others; `null` if there are none. */
export function firstProblem({ problems }: Pick<ReportSummary, "problems">): string | null {
  const [problem] = problems;
  if (problem === undefined) return null;
  return problems.length === 1 ? located(problem) : `${located(problem)} (and ${problems.length - 1} more)`;
}
