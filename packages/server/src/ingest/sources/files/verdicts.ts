import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { type OtherFile, type Report, withoutFormat } from "#ingest/bundle/inspect.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import type { ReportSummary } from "#ingest/record/batch-builder.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";
import { storageAdvice } from "#runs/store-contents.ts";
import type { RejectedFile, ReportResult, RunResult, UploadPlan } from "./upload-request.ts";

/** Some readers add that earlier tests were kept, which is wrong for a rejected file. */
const storedNote = /\. The content before that was kept\.?$/;

/** Returns the verdicts of all files of an upload. */
export function verdictsOf(
  context: Pick<Context, "publicUrl">,
  plan: UploadPlan,
  runs: readonly RunResult[],
): FileVerdict[] {
  const ofReports = runs.flatMap(({ planned, results }) =>
    results.flatMap((result) => verdictOfReport(context, planned, result)),
  );
  const ofOthers = plan.others
    .filter(({ file }) => plan.artifacts.isUsed(file) || !plan.explained.has(file))
    .map((other) => verdictOfOther(other, plan, runs));
  return [...plan.verdicts, ...ofReports, ...ofOthers];
}

function verdictOfReport(
  context: Pick<Context, "publicUrl">,
  planned: PlannedRun,
  result: ReportResult,
): readonly FileVerdict[] {
  if (result.kind === "failed") return [];
  const { report, run } = result;
  const { bundle, format } = report;
  const common = { name: bundle.name, format: format.id, reportId: run.id };
  if (result.kind === "duplicate") {
    const reason = planned.whole
      ? `This report already exists as #${run.number}: ${context.publicUrl()}/reports/${run.id}. Nothing changed.`
      : `Report #${run.number} already has this file; nothing changed.`;
    return [{ ...common, verdict: "duplicate", tests: 0, reason }];
  }
  const { content } = result;
  const broke = breakOf(report, content);
  if (result.kind === "unreadable")
    return [{ ...rejected({ name: bundle.name, reason: whyUnreadable(report, broke) }), format: format.id }];
  const { tests } = content;
  if (broke !== undefined) return [{ ...common, verdict: "partial", tests, reason: partialReason(broke, tests) }];
  return [{ ...common, verdict: "imported", tests, reason: firstProblem(content) ?? namingAdvice(planned) }];
}

/** Returns the problem that left the report incomplete. Ignores problems that an exported report repeats, because they belong to other files. */
export function breakOf({ bundle }: Report, { problems }: ReportSummary): ReportProblem | undefined {
  const names = new Set([bundle.name, ...bundle.files.map(({ name }) => name)]);
  return problems.find(({ severity, file }) => severity === "incomplete" && file !== null && names.has(file));
}

function whyUnreadable({ format, looksLike }: Report, broke: ReportProblem | undefined): string {
  const why = broke === undefined ? `It contains no ${format.label} tests` : located(broke);
  return looksLike === undefined ? why : `${why.replace(/\.$/, "")}.${withoutFormat(looksLike)}`;
}

/** Advises to name the suite, because unrelated reports of one suite would be compared with each other. */
function namingAdvice({ isNamed, suite }: PlannedRun): string | null {
  if (isNamed) return null;
  return `The report has no suite name, so its suite is ${suite}. Pass --suite to keep it separate from other suites.`;
}

/** Returns the verdict of a file that is not a report. */
function verdictOfOther({ file, reason }: OtherFile, plan: UploadPlan, runs: readonly RunResult[]): FileVerdict {
  const refused = rejected({ name: file.name, reason });
  const noRoom = runs.map(({ notStored }) => notStored.get(file.hash)).find((one) => one !== undefined);
  if (noRoom !== undefined)
    return {
      ...refused,
      verdict: "artifact",
      reason: `Not kept, because ${noRoom.why}. The test results were recorded. ${storageAdvice}`,
    };
  if (plan.artifacts.isUsed(file)) return { ...refused, verdict: "artifact", reason: null };
  if (plan.runs.length === 0) return refused;
  return { ...refused, verdict: "unused", reason: `No report in this upload refers to it. ${reason}` };
}

export function rejected({ name, reason }: RejectedFile): FileVerdict {
  return { name, verdict: "rejected", format: null, reportId: null, tests: 0, reason: reason.replace(storedNote, ".") };
}

/** Returns a reason with its line number. */
function located({ line, reason }: Pick<ReportProblem, "line" | "reason">): string {
  return line === null ? reason : `Line ${line}: ${reason}`;
}

/** Returns why a report is incomplete, and which part of it was stored. Readers of some formats already mention the latter. */
export function partialReason(broke: Pick<ReportProblem, "line" | "reason">, tests: number): string {
  const text = located(broke).replace(storedNote, "").replace(/\.$/, "");
  return `${text}. ${tests === 1 ? "The test before it was" : `The ${tests} tests before it were`} kept.`;
}

/** Returns the first problem of a complete report and the number of others; `null` if there are none. */
function firstProblem({ problems }: Pick<ReportSummary, "problems">): string | null {
  const [problem] = problems;
  if (problem === undefined) return null;
  return problems.length === 1 ? located(problem) : `${located(problem)} (and ${problems.length - 1} more)`;
}
