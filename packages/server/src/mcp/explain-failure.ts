import { readEvidence, readSuggestedFixes } from "@plumb/contract/failures/decisions.ts";
import { type FixedBefore, readFailureSuspects } from "@plumb/contract/failures/suspects.ts";
import { listTickets, type Ticket } from "@plumb/contract/integrations/tickets.ts";
import { readResult } from "@plumb/contract/runs/results.ts";
import { z } from "zod";
import { fenced, withinLimit } from "./fenced.ts";
import { explainedFrames, locatedTest, stackLines } from "./located-test.ts";
import { tool } from "./tool.ts";

export const explainFailure = tool({
  name: "explain_failure",
  title: "Explain one failure",
  description:
    "Returns the error of a failure with file, line and stack, its class with evidence, what changed since the test last passed, suspected commits, how the cause ended before, and suggested fixes.",
  input: z.object({
    run_id: z.number().int().positive(),
    failure_id: z.number().int().positive().describe("Id of a failure, as explain_run lists it"),
  }),
  async run({ api, projectId, publicUrl }, { run_id: reportId, failure_id: testCaseId }) {
    const params = { testCaseId };
    const { data: result } = await api.call(readResult, { params: { reportId, resultId: testCaseId } });
    const { data: evidence } = await api.call(readEvidence, { params });
    const { data: suspects } = await api.call(readFailureSuspects, { params });
    const { data: fixes } = await api.call(readSuggestedFixes, { params });
    const { data: tickets } =
      evidence.groupId === null
        ? { data: [] }
        : await api.call(listTickets, { params: { projectId }, query: { groupIds: String(evidence.groupId) } });
    const { line, stack, error } = locatedTest(result);
    const { sinceLastPass: pass } = evidence;
    return withinLimit([
      ...(evidence.groupId === null ? [] : [`Cause: ${evidence.groupId}`]),
      `Page: ${publicUrl}/reports/${reportId}?result=${testCaseId}`,
      `Class: ${evidence.primaryClass ?? "unclassified"}${evidence.confidence === null ? "" : ` (${Math.round(evidence.confidence)}%)`}. ${fenced(evidence.reason, 400)}`,
      `Failed ${line}`,
      `Error: ${fenced(error?.message ?? "none", 800)}`,
      ...stackLines(stack, explainedFrames),
      ...(evidence.failingStep === null ? [] : [`Failing step: ${fenced(evidence.failingStep.title)}`]),
      ...evidence.lines.slice(0, 4).map((line) => `Evidence: ${fenced(line)}`),
      pass === null
        ? "The test has never passed in this suite, environment and branch."
        : `Last passed in run ${pass.runId} (#${pass.runNumber}), first failed in run ${pass.firstFailure.runId} (#${pass.firstFailure.runNumber}).`,
      ...(pass?.differences ?? []).slice(0, 8).map((difference) => `Changed since then: ${fenced(difference)}`),
      ...suspects.suspects
        .slice(0, 3)
        .map(
          ({ hash, subject, author, reasons }) =>
            `Suspected commit ${hash.slice(0, 10)} by ${fenced(author, 80)}: ${fenced(subject, 150)} – ${fenced(reasons.join("; "), 250)}`,
        ),
      ...tickets.slice(0, 3).map(ticketLine),
      ...suspects.fixedBefore.flatMap(fixedLines),
      ...fixes.slice(0, 3).map(({ text }) => `Suggested fix: ${fenced(text, 250)}`),
      ...evidence.similar
        .filter(({ runId }) => runId !== reportId)
        .slice(0, 3)
        .map(
          ({ runId, runNumber, primaryClass, decidedBy, passedSince }) =>
            `Earlier failure in run ${runId} (#${runNumber}): ${primaryClass ?? "unclassified"}${decidedBy === "person" ? ", set by a person" : ""}${passedSince ? ", passed since" : ""}`,
        ),
    ]);
  },
});

function ticketLine({ key, title, state, stateName, assignee, closedAt, quietRuns, returned, url }: Ticket): string {
  const facts = [
    state,
    ...(closedAt === null ? [] : [`on ${closedAt}`]),
    ...(stateName === null ? [] : [fenced(stateName, 60)]),
    ...(assignee === null ? [] : [`assigned to ${fenced(assignee, 80)}`]),
    ...(quietRuns === null ? [] : [`${quietRuns} runs without the failure since`]),
    ...(returned ? ["the failure returned after it was closed"] : []),
  ];
  return `Ticket ${fenced(key ?? "not created yet", 60)} ${fenced(title, 120)}: ${facts.join(", ")}${url === null ? "" : ` ${fenced(url, 300)}`}`;
}

function fixedLines({ same, error, commits, items }: FixedBefore): string[] {
  const hashes = commits.map(({ hash, subject }) => `${hash.slice(0, 10)} ${fenced(subject, 100)}`).join(", ");
  return [
    `${same ? "Ended before" : `A similar cause ended (${fenced(error, 120)})`} with ${hashes || "unknown commits"}`,
    ...items.slice(0, 2).map(({ id, title, status }) => `  analysis item ${id} (${status}): ${fenced(title, 120)}`),
  ];
}
